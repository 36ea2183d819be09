import { applications, origins } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';
import { BrowserSession, type Shown } from './browser-session.ts';

/** Subscribers of the sandbox, as they fill in the sign-in form. */
export const people = {
  hana: { name: '김하나', phoneNo: '01000000001', telcoCd: 'S' },
  duri: { name: '이두리', phoneNo: '01000000002', telcoCd: 'K' },
  john: { name: 'JOHN SMITH', phoneNo: '01000000003', telcoCd: 'L' },
  /** Has not yet answered on the phone. */
  daegi: { name: '박대기', phoneNo: '01000000004', telcoCd: 'S' },
  /** Denies on the phone. */
  geojeol: { name: '최거절', phoneNo: '01000000005', telcoCd: 'K' },
  /** Never answers on the phone. */
  manryo: { name: '정만료', phoneNo: '01000000006', telcoCd: 'L' },
  /** Has a carrier that fails. */
  jeomgeom: { name: '강점검', phoneNo: '01000000007', telcoCd: 'S' },
  /** Has no phone authentication app. */
  miseol: { name: '윤미설', phoneNo: '01000000008', telcoCd: 'K' },
  /** Is under 14. */
  eorin: { name: '임어린', phoneNo: '01000000009', telcoCd: 'S' },
  /** Is a customer of an MVNO. */
  altteul: { name: '서알뜰', phoneNo: '01000000010', telcoCd: 'KM' },
};
export type Person = { name: string; phoneNo: string; telcoCd: string };

type Fields = Record<string, string | undefined>;

/** The address of an authorization request of the demo shop; `undefined` leaves a parameter out. */
export function authorizeUrl(world: World, changes: Fields = {}): string {
  const { client_id, redirect_uri } = applications.shop;
  const fields = { response_type: 'code', client_id, redirect_uri, state: 'a state', ...changes };
  const query = new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
  return `${world.service}/oauth2/authorize?${query}`;
}

/** An authorization request of the demo shop, by a program that sends no headers of a browser. */
export const requestAuthorization = (
  world: World,
  changes: Fields = {},
  headers: Record<string, string> = {},
) => world.fetch(authorizeUrl(world, changes), { headers });

/** Follows the forms from the authorization request to the end, and agrees to everything. */
export async function signIn(
  browser: BrowserSession,
  world: World,
  person: Person,
  { query = {}, autoLogin = false }: { query?: Fields; autoLogin?: boolean } = {},
): Promise<Shown> {
  const chosen = { ...person, ...(autoLogin && { autoLogin: 'Y' }) };
  const page = await browser.submit(await browser.get(authorizeUrl(world, query)), chosen);
  return page.url.pathname === '/oauth2/authorize/consent' ? browser.submit(page) : page;
}

/** The parameters in the address that a sign-in ends at. */
export const returned = (shown: Shown) => Object.fromEntries(shown.url.searchParams);

/** The code that a sign-in ended with. */
export function codeOf(shown: Shown): string {
  const code = shown.url.searchParams.get('code');
  if (code === null) throw new Error(`No code at ${shown.url.href}\n${shown.text}`);
  return code;
}

export const steps = {
  signIn: '/oauth2/authorize/sign-in',
  consent: '/oauth2/authorize/consent',
  cancel: '/oauth2/authorize/cancel',
};

/** A browser at the sign-in page of the demo shop. */
export async function beginSignIn(world: World, { headers = {} }: { headers?: Record<string, string> } = {}) {
  const browser = new BrowserSession(world, { headers });
  return { browser, page: await browser.get(authorizeUrl(world, { prompt: 'login' })) };
}

export const flowOf = (page: Shown) =>
  page.document.querySelector('[name=flow]')?.getAttribute('value') ?? '';

/** The fields with which a consent page is agreed to. */
export const consentFields = (page: Shown) => ({
  flow: flowOf(page),
  terms: page.document.querySelector('[name=terms]')?.getAttribute('value') ?? '',
});

export const titleOf = (page: Shown) => page.document.querySelector('h1')?.text;
export const locationOf = (answer: Response) => answer.headers.get('Location') ?? '';

/** A form sent by a script of the sign-in's own page, with this browser's cookies. */
export function postForm(
  browser: BrowserSession,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.fetch(`${origins.service}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html', ...headers },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
}
