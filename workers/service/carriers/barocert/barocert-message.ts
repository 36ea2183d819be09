import type { ConfirmationRequest, ShownPart } from '../../../core/carrier/port.ts';

/** Maximum lengths of the vendor's fields, in characters. */
const maxTitle = 40;
const maxMessage = 500;
const maxApplication = 60;

/** The texts of a request on a phone, and the parts of the request that they contain. */
interface PhoneMessage {
  title: string;
  message: string;
  shown: ShownPart[];
}

/**
 * Returns the texts of a request. The PASS app offers no choice of numbers, so they begin with the number that the user
 * compares with the page.
 */
export function phoneMessage({
  application,
  applicationHost,
  match,
  context,
}: ConfirmationRequest): PhoneMessage {
  const { browser, city, country, knownBrowser, automaticLogin, attributes, account } = context;
  const place = [city, country].filter((name) => name !== undefined).join(', ');
  const lines: (readonly [string, ...ShownPart[]] | undefined)[] = [
    [`로그인 화면의 숫자가 ${match}일 때만 승인하세요.`],
    [`Approve only if the sign-in page shows ${match}.`],
    [
      `${cut(application, maxApplication)} (${cut(applicationHost, maxApplication)})`,
      'application',
      'applicationHost',
    ],
    browser === undefined ? undefined : [`브라우저: ${cut(browser, maxApplication)}`, 'browser'],
    place === '' ? undefined : [`위치: ${cut(place, maxApplication)}`, 'place'],
    [knownBrowser ? '로그인한 적이 있는 브라우저입니다.' : '처음 로그인하는 브라우저입니다.', 'knownBrowser'],
    [
      automaticLogin ? '승인하면 이 브라우저에서 자동으로 로그인합니다.' : '자동 로그인을 켜지 않습니다.',
      'automaticLogin',
    ],
    [`제공하는 정보: ${attributes}개`, 'attributes'],
    account ? ['승인하면 내 계정 화면이 열립니다.', 'account'] : undefined,
    ['직접 시작한 로그인이 아니면 거절하세요.'],
  ];
  const kept = lines.filter((line) => line !== undefined);
  return {
    title: cut(`[${match}] ${application} 로그인`, maxTitle),
    message: cut(kept.map(([text]) => text).join('\n'), maxMessage),
    shown: kept.flatMap(([, ...parts]) => parts),
  };
}

/** Shortens a text to a number of characters, with an ellipsis. */
function cut(text: string, length: number): string {
  const letters = [...text];
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`;
}
