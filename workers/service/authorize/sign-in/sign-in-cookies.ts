import { randomBytes, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import { addressKey } from '../../../core/http/address-key.ts';
import {
  type CookieSeries,
  dropOldestCookies,
  newestCookies,
  readCookie,
  writeCookie,
} from '../../../core/http/cookies.ts';
import type { Caller } from '../../objects/request-limits.ts';
import { pseudonymOf } from '../../shared/phones.ts';
import {
  automaticLoginLifetime,
  lateReturnLifetime,
  previousNumbersLifetime,
} from '../../shared/service-lifetimes.ts';
import { device, previousNumbers, type SignIn, signIn } from '../../shared/service-values.ts';
import type { AuthorizeContext } from './authorize-settings.ts';

/** A sign-in is a cookie of its own, so that several tabs can sign in side by side. */
const series: CookieSeries = { prefix: 'plid-sign-in-', maxCount: 10, maxCharacters: 12_000 };

const idFormat = /^\d+-[\w-]{22}$/;

/** Begins with the time at which the sign-in ends, so that cookies can be sorted by age without opening them. */
export const createSignInId = (expires: number): string => `${expires}-${toBase64url(randomBytes(16))}`;

/** The sign-in of this browser with an id, until a while after it has ended; undefined where there is none. */
export async function readSignIn(
  { request, env, now }: AuthorizeContext,
  id: string,
): Promise<SignIn | undefined> {
  const cookie = idFormat.test(id) ? readCookie(request, `${series.prefix}${id}`) : undefined;
  const found = cookie === undefined ? undefined : await signIn.open(env.KEYS, cookie, now);
  return found?.id === id ? found : undefined;
}

/** Every sign-in of this browser that can be read, the newest first. */
export async function readSignIns({ request, env, now }: AuthorizeContext): Promise<SignIn[]> {
  const opened = newestCookies(request, series)
    .slice(0, series.maxCount)
    .map(async ([id, cookie]) => ({ id, found: await signIn.open(env.KEYS, cookie, now) }));
  return (await Promise.all(opened)).flatMap(({ id, found }) => (found?.id === id ? [found] : []));
}

/** A Set-Cookie value that stores the current state of a sign-in. */
export async function keepSignIn({ url, env, now }: AuthorizeContext, value: SignIn): Promise<string> {
  const ends = value.expires + lateReturnLifetime;
  return writeCookie(
    url,
    `${series.prefix}${value.id}`,
    await signIn.seal(env.KEYS, value, ends),
    ends - now,
  );
}

/** Set-Cookie values that drop this browser's oldest sign-ins, to make room for a new one. */
export const dropOldSignIns = ({ request }: AuthorizeContext): string[] =>
  dropOldestCookies(request, series, 0);

/** The numbers with which this browser has signed in: so that strangers who use up a number's requests do not lock its owner out. */
const name = 'plid-numbers';
/** How many of them a browser keeps. */
const maxNumbers = 5;

/** The caller for whom a request to a phone is counted. @param phoneNo 11 digits, no hyphen. */
export async function callerAt(context: AuthorizeContext, phoneNo: string): Promise<Caller> {
  const { env, request } = context;
  const remembered = await readNumbers(context);
  if (remembered?.numbers.includes(await pseudonymOf(env, 'number known to a browser', phoneNo)))
    return { caller: remembered.browser, known: true };
  const address = addressKey(request.headers.get('CF-Connecting-IP') ?? '') ?? '';
  return { caller: await pseudonymOf(env, 'caller at a number', address), known: false };
}

/** A Set-Cookie value after a full sign-in with a number. */
export async function rememberNumber(
  context: AuthorizeContext,
  phoneNo: string | undefined,
): Promise<string[]> {
  if (phoneNo === undefined) return [];
  const { env, url, now } = context;
  const number = await pseudonymOf(env, 'number known to a browser', phoneNo);
  const { browser = toBase64url(randomBytes(16)), numbers = [] } = (await readNumbers(context)) ?? {};
  const others = numbers.filter((other) => other !== number);
  const value = { browser, numbers: [number, ...others].slice(0, maxNumbers) };
  const text = await previousNumbers.seal(env.KEYS, value, now + previousNumbersLifetime);
  return [writeCookie(url, name, text, previousNumbersLifetime)];
}

async function readNumbers({ request, env, now }: AuthorizeContext) {
  const cookie = readCookie(request, name);
  return cookie === undefined ? undefined : previousNumbers.open(env.KEYS, cookie, now);
}

/** A device that logs in automatically at an application. */
interface Device {
  plid: string;
  device: string;
}

const deviceCookieName = (client_id: string) => `plid-device-${client_id}`;

/** The automatic login of this browser at an application, as its cookie has it; the account decides whether it is still valid. */
export async function readDevice(
  { request, env, now }: AuthorizeContext,
  client_id: string,
): Promise<Device | undefined> {
  const cookie = readCookie(request, deviceCookieName(client_id));
  return cookie === undefined ? undefined : device.open(env.KEYS, cookie, now);
}

/** A Set-Cookie value that names this device from now on. */
export async function keepDevice(
  { url, env, now }: AuthorizeContext,
  client_id: string,
  value: Device,
): Promise<string> {
  const text = await device.seal(env.KEYS, value, now + automaticLoginLifetime);
  return writeCookie(url, deviceCookieName(client_id), text, automaticLoginLifetime);
}

/** Set-Cookie values that remove the automatic login at an application from this browser. */
export function dropDevice({ request, url }: AuthorizeContext, client_id: string): string[] {
  const name = deviceCookieName(client_id);
  return readCookie(request, name) === undefined ? [] : [writeCookie(url, name, '', 0)];
}
