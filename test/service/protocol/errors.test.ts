import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { grantSignIn } from '../../support/fixtures/grants.ts';
import { authorizeUrl, type Person, people, requestAuthorization } from '../../support/fixtures/sign-in.ts';
import {
  basic,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

type Headers = Record<string, string>;

const get = (path: string, headers: Headers) => world.fetch(`${world.service}${path}`, { headers });

/** Sends the sign-in form as a program does, in a sign-in of its own. */
async function sendSignIn(person: Person, headers: Headers): Promise<Response> {
  const browser = new BrowserSession(world);
  const page = await browser.get(authorizeUrl(world));
  const flow = page.document.querySelector('input[name=flow]')?.getAttribute('value') ?? '';
  return browser.fetch(`${world.service}/oauth2/authorize/sign-in`, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ flow, ...person }).toString(),
  });
}

/** Moves the clock, so that no phone is asked too often. */
const later = () => world.clock.advance(660);

interface Row {
  /** The row of §7, and the endpoints that answer with it. */
  row: string;
  request: (headers: Headers) => Promise<Response>;
  status: number;
  error: string;
  en: string | RegExp;
  ko: string | RegExp;
  header?: string;
  /** Whether `error_description` repeats the message, as at token and user. */
  described?: true;
}

const elsewhere = 'https://shop.example.com/elsewhere';
const nobody = 'nobody00000000000000';
const challenge = 'WWW-Authenticate';

const rows: Row[] = [
  {
    row: 'the name and phone number cannot be confirmed with the three carriers',
    request: async (headers) => {
      await later();
      return sendSignIn({ ...people.hana, name: '김둘' }, headers);
    },
    status: 400,
    error: 'invalid_request',
    en: 'The entered name and phone number cannot be confirmed with the three carriers. Check the input values.',
    ko: '입력한 이름과 휴대폰 번호를 통신 3사에서 확인할 수 없습니다. 입력한 값을 확인해 주세요.',
  },
  {
    row: 'a required item is missing: at authorize',
    request: (headers) => requestAuthorization(world, { state: undefined }, headers),
    status: 400,
    error: 'invalid_request',
    en: 'The required item state is missing.',
    ko: '필수 항목 state이(가) 없습니다.',
  },
  {
    row: 'a required item is missing: in the sign-in form',
    request: (headers) => sendSignIn({ ...people.hana, name: '' }, headers),
    status: 400,
    error: 'invalid_request',
    en: 'The required item name is missing.',
    ko: '필수 항목 name이(가) 없습니다.',
  },
  {
    row: 'a required item is missing: at token',
    request: (headers) => requestToken(world, {}, { headers }),
    status: 400,
    error: 'invalid_request',
    en: 'The required item code is missing.',
    ko: '필수 항목 code이(가) 없습니다.',
    described: true,
  },
  {
    row: 'a required item is missing: at disconnect',
    request: (headers) => requestDisconnect(world, {}, { headers }),
    status: 400,
    error: 'invalid_request',
    en: 'The required item plid is missing.',
    ko: '필수 항목 plid이(가) 없습니다.',
  },
  {
    row: 'the value of an item is not valid: at authorize',
    request: (headers) => requestAuthorization(world, { response_type: 'token' }, headers),
    status: 400,
    error: 'invalid_request',
    en: 'The value of response_type is not valid.',
    ko: 'response_type 값이 올바르지 않습니다.',
  },
  {
    row: 'the value of an item is not valid: in the sign-in form',
    request: (headers) => sendSignIn({ ...people.hana, telcoCd: 'X' }, headers),
    status: 400,
    error: 'invalid_request',
    en: 'The value of telcoCd is not valid.',
    ko: 'telcoCd 값이 올바르지 않습니다.',
  },
  {
    row: 'the value of an item is not valid: at token',
    request: (headers) => requestToken(world, { grant_type: 'password' }, { headers }),
    status: 400,
    error: 'invalid_request',
    en: 'The value of grant_type is not valid.',
    ko: 'grant_type 값이 올바르지 않습니다.',
    described: true,
  },
  {
    row: 'the value of an item is not valid: at disconnect',
    request: (headers) => requestDisconnect(world, { plid: 'x' }, { headers }),
    status: 400,
    error: 'invalid_request',
    en: 'The value of plid is not valid.',
    ko: 'plid 값이 올바르지 않습니다.',
  },
  {
    row: 'the redirect address matches none of the registered values',
    request: (headers) => requestAuthorization(world, { redirect_uri: elsewhere }, headers),
    status: 400,
    error: 'invalid_grant',
    en: `The redirect address ${elsewhere} matches none of the registered addresses.`,
    ko: `리다이렉트 주소 ${elsewhere}이(가) 등록된 주소와 일치하지 않습니다.`,
  },
  {
    row: 'invalid authorization code: of another application',
    request: async (headers) => {
      const { code } = await grantSignIn(world);
      return requestToken(
        world,
        { code },
        { headers: { Authorization: basic(applications.bank), ...headers } },
      );
    },
    status: 400,
    error: 'invalid_grant',
    en: /^Invalid authorization code: /,
    ko: /^인가 코드가 올바르지 않습니다/,
    described: true,
  },
  {
    row: 'invalid authorization code: unknown (§4.2)',
    request: (headers) => requestToken(world, { code: 'no-such-code' }, { headers }),
    status: 500,
    error: 'server_error',
    en: 'Invalid authorization code: …h-code',
    ko: '인가 코드가 올바르지 않습니다: …h-code',
    described: true,
  },
  {
    row: 'authentication failed',
    request: (headers) => requestUser(world, 'no-such-token', headers),
    status: 401,
    error: 'authentication_failed',
    en: 'Authentication failed. Check the token in the Authorization header.',
    ko: '인증에 실패했습니다. Authorization 헤더의 토큰을 확인해 주세요.',
    header: challenge,
    described: true,
  },
  {
    row: 'a client id must be provided: at authorize',
    request: (headers) => requestAuthorization(world, { client_id: undefined }, headers),
    status: 400,
    error: 'invalid_client',
    en: 'A client id must be provided.',
    ko: '클라이언트 ID가 필요합니다.',
  },
  {
    row: 'a client id must be provided: at token',
    request: (headers) => requestToken(world, {}, { headers: { Authorization: '', ...headers } }),
    status: 400,
    error: 'invalid_client',
    en: 'A client id must be provided.',
    ko: '클라이언트 ID가 필요합니다.',
    described: true,
  },
  {
    row: 'a client id must be provided: at disconnect',
    request: (headers) => requestDisconnect(world, {}, { headers: { Authorization: '', ...headers } }),
    status: 401,
    error: 'invalid_client',
    en: 'A client id must be provided.',
    ko: '클라이언트 ID가 필요합니다.',
    header: challenge,
  },
  {
    row: 'the client id is unknown: at authorize',
    request: (headers) => requestAuthorization(world, { client_id: nobody }, headers),
    status: 400,
    error: 'invalid_client',
    en: 'Bad client credentials.',
    ko: '클라이언트 인증 정보가 올바르지 않습니다.',
  },
  {
    row: 'the client id is unknown: at token',
    request: (headers) => {
      const Authorization = basic({ ...applications.shop, client_id: nobody });
      return requestToken(world, { code: 'x' }, { headers: { Authorization, ...headers } });
    },
    status: 401,
    error: 'invalid_client',
    en: 'Bad client credentials.',
    ko: '클라이언트 인증 정보가 올바르지 않습니다.',
    header: challenge,
    described: true,
  },
  {
    row: 'the requested API address is invalid',
    request: (headers) => get('/v1/user/you', headers),
    status: 404,
    error: 'not_found',
    en: 'The requested API address is invalid.',
    ko: '요청한 API 주소가 올바르지 않습니다.',
  },
  {
    row: 'the HTTP method is not supported',
    request: (headers) => get('/oauth2/token', headers),
    status: 405,
    error: 'method_not_allowed',
    en: 'This HTTP method is not supported here.',
    ko: '지원하지 않는 HTTP 메서드입니다.',
    header: 'Allow',
    described: true,
  },
  {
    row: 'a temporary error occurred: the carrier fails',
    request: async (headers) => {
      await later();
      return sendSignIn(people.jeomgeom, headers);
    },
    status: 503,
    error: 'server_error',
    en: 'A temporary error occurred. Try again later.',
    ko: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    header: 'Retry-After',
  },
  {
    row: 'a temporary error occurred: one phone is asked too often',
    request: async (headers) => {
      await later();
      await sendSignIn(people.manryo, headers);
      return sendSignIn(people.manryo, headers);
    },
    status: 429,
    error: 'server_error',
    en: 'Too many requests. Try again later.',
    ko: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
    header: 'Retry-After',
  },
  {
    row: 'plain http (§1: HTTPS only)',
    request: (headers) => world.fetch('http://login.example.com/v1/user/me', { headers }),
    status: 400,
    error: 'invalid_request',
    en: 'This address is available only over https.',
    ko: 'https로만 접속할 수 있는 주소입니다.',
    described: true,
  },
];

describe.each(rows)('§7 $row', ({ request, status, error, header, described, ...messages }) => {
  test.each(['en', 'ko'] as const)(`${status} ${error}, in %s`, async (language) => {
    const response = await request({ 'Accept-Language': language });
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    if (header !== undefined) expect(response.headers.get(header)).toBeTruthy();
    const text = await response.text();
    const { message, ...rest } = JSON.parse(text);
    expect(text).toMatch(/^\{"error":"\w+","message":/);
    expect(rest).toEqual(described ? { error, error_description: message } : { error });
    if (typeof messages[language] === 'string') expect(message).toBe(messages[language]);
    else expect(message).toMatch(messages[language]);
  });
});

describe('an unsupported method', () => {
  test.each([
    ['/oauth2/authorize', 'GET, POST'],
    ['/oauth2/authorize/sign-in', 'GET, POST'],
    ['/oauth2/token', 'POST'],
    ['/v1/user/me', 'GET'],
    ['/v1/user/disconnect', 'POST'],
    ['/.well-known/oauth-authorization-server', 'GET'],
    ['/admin/applications', 'GET, POST'],
  ])('at %s returns 405, with %s in Allow', async (path, allowed) => {
    for (const method of ['PUT', 'OPTIONS', 'PROPFIND']) {
      const response = await world.fetch(`${world.service}${path}`, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe(allowed);
    }
    const head = await world.fetch(`${world.service}${path}`, { method: 'HEAD' });
    expect(head.status).toBe(405);
    expect(await head.text()).toBe('');
  });
});
