import { randomBytes, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import { callerKey } from '../../../core/http/address-key.ts';
import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import type { Caller } from '../../objects/request-limits.ts';
import { pseudonymOf } from '../../shared/phones.ts';
import { previousNumbersLifetime } from '../../shared/service-lifetimes.ts';
import { previousNumbers } from '../../shared/service-values.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/** The numbers with which this browser has signed in: so that strangers who use up a number's requests do not lock its owner out. */
const cookieName = 'plid-numbers';
/** How many of them a browser keeps. */
const maxNumbers = 5;

/** The caller for whom a request to a phone is counted. @param phoneNo 11 digits, no hyphen. */
export async function callerAt(context: AuthorizeContext, phoneNo: string): Promise<Caller> {
  const { env, request } = context;
  const remembered = await readNumbers(context);
  if (remembered?.numbers.includes(await pseudonymOf(env, 'number known to a browser', phoneNo)))
    return { caller: remembered.browser, known: true };
  const address = callerKey(request) ?? '';
  return { caller: await pseudonymOf(env, 'caller at a number', address), known: false };
}

/** This browser's own name, a new one where it has none: its numbers are kept under it. */
export const nameOfBrowser = async (context: AuthorizeContext): Promise<string> =>
  (await readNumbers(context))?.browser ?? toBase64url(randomBytes(16));

/** A Set-Cookie value after a full sign-in with a number. @param browser its name, from {@link nameOfBrowser}. */
export async function rememberNumber(
  context: AuthorizeContext,
  phoneNo: string | undefined,
  browser: string,
): Promise<string[]> {
  if (phoneNo === undefined) return [];
  const { env, url, now } = context;
  const number = await pseudonymOf(env, 'number known to a browser', phoneNo);
  const { numbers = [] } = (await readNumbers(context)) ?? {};
  const others = numbers.filter((other) => other !== number);
  const value = { browser, numbers: [number, ...others].slice(0, maxNumbers) };
  const text = await previousNumbers.seal(env.KEYS, value, now + previousNumbersLifetime);
  return [writeCookie(url, cookieName, text, previousNumbersLifetime)];
}

async function readNumbers({ request, env, now }: AuthorizeContext) {
  const cookie = readCookie(request, cookieName);
  return cookie === undefined ? undefined : previousNumbers.open(env.KEYS, cookie, now);
}
