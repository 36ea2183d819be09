import { type PlidError, PlidMismatch, PlidUnavailable } from '../client/errors.ts';

const texts = {
  refused: ['로그인하지 못했습니다.', 'You are not signed in.'],
  unavailable: [
    '지금은 로그인할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    'You can’t sign in right now. Please try again in a moment.',
  ],
  broken: [
    '이 사이트에 문제가 있어 로그인할 수 없습니다.',
    'You can’t sign in because of a problem with this site.',
  ],
} as const;

/** Returns the status, the text, and additional headers of the failure page. */
function describeForPage(failure: PlidError): [number, keyof typeof texts, Record<string, string>?] {
  if (failure instanceof PlidMismatch) return [500, 'broken'];
  if (!(failure instanceof PlidUnavailable)) return [400, 'refused'];
  const { retryAfter } = failure;
  return [503, 'unavailable', retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }];
}

/**
 * Returns the page for a failed sign-in, in both languages, for applications without `onFailure`. A developer's
 * mistake is logged, because users can't fix it. @param returnTo the whole URL for the next attempt.
 */
export function failurePage(failure: PlidError, _request: Request, returnTo: string): Response {
  if (failure instanceof PlidMismatch) console.error(failure);
  const [status, text, more] = describeForPage(failure);
  const [korean, english] = texts[text];
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    // The page sends no referrer, because its URL may contain an authorization code.
    'Referrer-Policy': 'no-referrer',
    ...more,
  };
  const link = returnTo.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const body = `<!doctype html>
<html lang="ko">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${korean}</title>
<main>
<p role="alert">${korean}</p>
<p lang="en">${english}</p>
<p><a href="${link}">다시 시도 <span lang="en">Try again</span></a></p>
</main>
</html>
`;
  return new Response(body, { status, headers });
}
