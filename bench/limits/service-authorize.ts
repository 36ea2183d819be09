import { json, languageOf } from './answers.ts';
import { copiedPage, noPowers } from './page-template.ts';
import {
  accountOf,
  base64url,
  codes,
  devices,
  findApplication,
  type Prepared,
  signIns,
} from './service-application.ts';

/** The authorization request (§4.1): an error, the sign-in page, or an automatic login. */

const messages = {
  client: { en: 'Bad client credentials.', ko: '클라이언트 인증 정보가 올바르지 않습니다.' },
  invalid: { en: 'The value is not valid.', ko: '값이 올바르지 않습니다.' },
};

const redirectMessage = {
  en: (address: string) => `The redirect address ${address} matches none of the registered addresses.`,
  ko: (address: string) => `리다이렉트 주소 ${address}이(가) 등록된 주소와 일치하지 않습니다.`,
};

export const signInTemplate = copiedPage();

const stateFormat = /^[!-"$-~]{1,2048}$/;

/** The parameters as they stand in the query; undefined if one is sent twice. */
function readQuery(url: string): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (const pair of url.slice(url.indexOf('?') + 1).split('&')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    if (found.has(name)) return undefined;
    found.set(name, pair.slice(equals + 1));
  }
  return found;
}

export async function authorize(request: Request, now: number): Promise<Response> {
  const { headers, url } = request;
  const query = readQuery(url);
  const language = languageOf(headers.get('Accept-Language'));
  const refuse = (error: string, message: string) => json({ error, message }, 400);
  const application = await findApplication(decodeURIComponent(query?.get('client_id') ?? ''), now);
  if (query === undefined || application === undefined)
    return refuse('invalid_client', messages.client[language]);
  const redirect = decodeURIComponent(query.get('redirect_uri') ?? '');
  const digest = application.redirects.get(redirect);
  if (digest === undefined) return refuse('invalid_grant', redirectMessage[language](redirect));
  const state = query.get('state') ?? '';
  if (query.get('response_type') !== 'code' || !stateFormat.test(state))
    return refuse('invalid_request', messages.invalid[language]);
  const login = await logInAutomatically(request, application, digest, now);
  if (login !== undefined) return backWithCode(redirect, state, login);
  return signInPage(application, digest, state, now);
}

const isTopLevel = ({ headers }: Request): boolean =>
  (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document' &&
  !`${headers.get('Sec-Purpose')}${headers.get('Purpose')}${headers.get('X-Moz')}`.includes('prefetch');

/** @returns a code, and the next cookie of the device; undefined if the person has to sign in. */
async function logInAutomatically(request: Request, application: Prepared, digest: string, now: number) {
  const { client_id, attributes: asked, terms } = application;
  const name = `__Host-plid-device-${client_id}=`;
  const cookie = request.headers
    .get('Cookie')
    ?.split('; ')
    .find((pair) => pair.startsWith(name));
  if (cookie === undefined || !isTopLevel(request)) return undefined;
  const known = await devices.open<{ plid: string; device: string; generation?: number }>(
    cookie.slice(name.length),
    now,
  );
  if (known === undefined) return undefined;
  const grant = crypto.randomUUID();
  const { plid, device, generation = 0 } = known;
  const asking = { id: grant, client_id, device, generation, asked, terms };
  const granting = accountOf(plid).grantAutomatically(asking, now);
  const granted = (await granting) as string | { generation: number; expires: number };
  if (typeof granted === 'string') return undefined;
  const { expires } = granted;
  const next = await devices.seal({ ...known, generation: granted.generation }, expires);
  const code = await codes.seal({ plid, grant, client_id, redirect_uri_digest: digest }, now + 60);
  return { code, cookie: `${name}${next}; Max-Age=${expires - now}; Path=/; HttpOnly; Secure; SameSite=Lax` };
}

function backWithCode(
  redirect: string,
  state: string,
  { code, cookie }: { code: string; cookie: string },
): Response {
  const location = `${redirect}${redirect.includes('?') ? '&' : '?'}code=${code}&state=${state}`;
  return new Response(null, { status: 302, headers: { Location: location, 'Set-Cookie': cookie } });
}

async function signInPage(
  { client_id, attributes: asked }: Prepared,
  digest: string,
  state: string,
  now: number,
) {
  const expires = now + 600;
  const random = crypto.getRandomValues(new Uint8Array(64));
  const id = `${expires}-${base64url(random.subarray(0, 16))}`;
  const identityKey = base64url(random.subarray(16, 48));
  const nonce = random.subarray(48).toBase64();
  const value = {
    id,
    identityKey,
    client_id,
    redirect_uri_digest: digest,
    state,
    asked,
    optional: [],
    expires,
  };
  const cookie = await signIns.seal({ ...value, automaticLogin: 'offered' }, expires + 3600);
  const name = id.slice(id.indexOf('-') + 1).slice(0, 11);
  return new Response(signInTemplate.fill({ nonce, id, name, letters: [...name].join(' ') }), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; ` +
        "require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; frame-ancestors 'none'",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': noPowers,
      'X-Frame-Options': 'DENY',
      'Set-Cookie': `__Host-plid-sign-in-${id}=${cookie}; Max-Age=4200; Path=/; HttpOnly; Secure; SameSite=Lax`,
    },
  });
}
