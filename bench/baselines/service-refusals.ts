import { json, languageOf } from './answers.ts';

export const messages = {
  badCredentials: { en: 'Bad client credentials.', ko: '클라이언트 인증 정보가 올바르지 않습니다.' },
  invalid: { en: 'The value is not valid.', ko: '값이 올바르지 않습니다.' },
  invalidCode: { en: 'Invalid authorization code: ', ko: '인가 코드가 올바르지 않습니다: ' },
  otherRequest: {
    en: 'Invalid authorization code: it was issued for another application or redirect address.',
    ko: '인가 코드가 올바르지 않습니다. 다른 애플리케이션이나 다른 리다이렉트 주소에 발급된 코드입니다.',
  },
  badToken: {
    en: 'Authentication failed. Check the token in the Authorization header.',
    ko: '인증에 실패했습니다. Authorization 헤더의 토큰을 확인해 주세요.',
  },
  read: { en: 'The user information was returned.', ko: '사용자 정보를 조회했습니다.' },
};

export const language = (request: Request) => languageOf(request.headers.get('Accept-Language'));

/** An error in the shape of §7. @param value follows the text. */
export function refuse(
  request: Request,
  status: number,
  error: string,
  text: { en: string; ko: string },
  value = '',
) {
  const message = text[language(request)] + value;
  const challenge: Record<string, string> =
    status === 401
      ? {
          'WWW-Authenticate':
            error === 'invalid_client'
              ? 'Basic realm="plid", charset="UTF-8"'
              : 'Bearer error="invalid_token"',
        }
      : {};
  const isDescribed = /\/(?:oauth2\/token|v1\/user\/me)/.test(request.url);
  return json({ error, message, ...(isDescribed && { error_description: message }) }, status, challenge);
}
