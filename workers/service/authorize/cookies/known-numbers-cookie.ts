import { randomBytes, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import { callerKey, callerNetwork } from '../../../core/http/address-key.ts';
import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import type { Caller } from '../../objects/request-limits.ts';
import { pseudonymOf } from '../../shared/phones.ts';
import { knownBrowserLifetime, previousNumbersLifetime } from '../../shared/service-lifetimes.ts';
import { previousNumbers } from '../../shared/service-sealed-types.ts';
import type { PhoneRequest } from '../../shared/sign-in-cookie-value.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/** The numbers with which this browser has signed in: so that strangers who use up a number's requests do not lock its owner out. */
const cookieName = 'plid-numbers';
/** How many of them a browser keeps. */
const maxNumbers = 5;

/**
 * The caller for whom a request to a phone is counted, as this browser's cookie has it: the number's object knows whether that has ended.
 * @param phoneNo 11 digits, no hyphen.
 */
export async function callerAt(context: AuthorizeContext, phoneNo: string): Promise<Caller> {
  const { env, request, now } = context;
  const address = await pseudonymOf(env, 'caller at a number', callerKey(request) ?? '');
  const from = callerNetwork(request) ?? callerKey(request);
  const network = from === undefined ? {} : { network: await pseudonymOf(env, 'caller at a number', from) };
  const { browser, numbers } = await readNumbers(context);
  const since = numbers.get(await pseudonymOf(env, 'number known to a browser', phoneNo));
  if (browser === undefined || since === undefined || now >= since + knownBrowserLifetime)
    return { caller: address, known: false, ...network };
  return { caller: browser, known: true, since, address, ...network };
}

/** This browser's own name, a new one where it has none: its numbers are kept under it. */
export const nameOfBrowser = async (context: AuthorizeContext): Promise<string> =>
  (await readNumbers(context)).browser ?? toBase64url(randomBytes(16));

/** A Set-Cookie value after a full sign-in with a number. @param browser its name, from {@link nameOfBrowser}. */
export async function rememberNumber(
  context: AuthorizeContext,
  phoneNo: string | undefined,
  browser: string,
): Promise<string[]> {
  if (phoneNo === undefined) return [];
  const { env, url, now } = context;
  const number = await pseudonymOf(env, 'number known to a browser', phoneNo);
  const { numbers } = await readNumbers(context);
  numbers.delete(number);
  const kept = [[number, now] as const, ...numbers].slice(0, maxNumbers);
  const value = { browser, numbers: kept.map(([name]) => name), times: kept.map(([, time]) => time) };
  const text = await previousNumbers.seal(env.KEYS, value, now + previousNumbersLifetime);
  return [writeCookie(url, cookieName, text, previousNumbersLifetime)];
}

/** The name of this browser, and when it last signed in with each number: where the cookie does not say, that was when it was written, at the latest. */
async function readNumbers({
  request,
  env,
  now,
}: AuthorizeContext): Promise<{ browser?: string; numbers: Map<string, number> }> {
  const cookie = readCookie(request, cookieName);
  const read = cookie === undefined ? undefined : await previousNumbers.read(env.KEYS, cookie);
  if (read?.expires === undefined || read.expires <= now) return { numbers: new Map() };
  const { browser, numbers, times } = read.value;
  const written = read.expires - previousNumbersLifetime;
  return { browser, numbers: new Map(numbers.map((number, place) => [number, times?.[place] ?? written])) };
}

/** Whether the number of a request knows this browser, as that was when the phone was asked. */
export const isKnown = async (
  context: AuthorizeContext,
  { known, phoneNo }: Pick<PhoneRequest, 'known' | 'phoneNo'>,
): Promise<boolean> => known ?? (await callerAt(context, phoneNo)).known;
