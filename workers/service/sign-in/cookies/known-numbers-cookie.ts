import { randomBytes, toBase64url } from '../../../core/crypto/bytes.ts';
import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { callerNetwork, rateLimitKeyOfCaller } from '../../../core/http/rate-limit-key.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import type { Caller } from '../../objects/phone-request-limits.ts';
import { pseudonymOf } from '../../objects/phones.ts';
import {
  browserKnownNumbersLifetime,
  knownBrowserLifetime,
  unmatchedBrowserAge,
} from '../../settings/service-lifetimes.ts';
import { browserKnownNumbers } from '../../settings/service-sealed-types.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { PhoneRequest } from '../stages/sign-in-stage.ts';

/**
 * Name of the cookie that contains the numbers with which this browser has signed in. The cookie prevents unknown
 * callers from locking out a number's owner by using up the number's request limit.
 */
const cookieName = 'plid-numbers';
/** Maximum number of phone numbers in a browser's cookie. */
const maxNumbers = 5;

/** Times of a browser's sign-ins with a number, in seconds since 1970. */
interface KnownNumber {
  /** The first sign-in since which the number is known to this browser. */
  first: number;
  last: number;
}

interface KnownNumbers {
  browser?: string;
  numbers: Map<string, KnownNumber>;
  /** The carrier of the last sign-in. */
  carrier?: CarrierCode;
}

/**
 * Returns the caller for a request to a phone, according to this browser's cookie. The request counts toward that
 * caller's limits. The number's Durable Object checks whether the sign-in that the cookie records was revoked.
 * @param phoneNo 11 digits, no hyphen.
 */
export async function callerForNumber(context: AuthorizeContext, phoneNo: string): Promise<Caller> {
  const { env, request, now } = context;
  const address = await pseudonymOf(env, 'caller at a number', rateLimitKeyOfCaller(request) ?? '');
  const from = await networkPseudonym(context);
  const network = from === undefined ? {} : { network: from };
  const { browser, numbers } = await readNumbers(context);
  const since = numbers.get(await numberPseudonym(context, phoneNo))?.last;
  if (browser === undefined || since === undefined || now >= since + knownBrowserLifetime)
    return { caller: address, known: false, ...network };
  return { caller: browser, known: true, since, address, ...network };
}

/**
 * Returns this browser as the caller of a request that concerns no number, or undefined if no number knows it.
 */
export async function callerOfBrowser(
  context: AuthorizeContext,
): Promise<Pick<Caller, 'caller' | 'known'> | undefined> {
  const { browser, numbers } = await readNumbers(context);
  const isKnown = [...numbers.values()].some(({ last }) => context.now < last + knownBrowserLifetime);
  return browser !== undefined && isKnown ? { caller: browser, known: true } : undefined;
}

/** Returns a pseudonym of the caller's network, an IPv6 /48 or an IPv4 address. Undefined for loopback. */
export async function networkPseudonym({ env, request }: AuthorizeContext): Promise<string | undefined> {
  const network = callerNetwork(request) ?? rateLimitKeyOfCaller(request);
  return network && pseudonymOf(env, 'caller at a number', network);
}

/**
 * Returns this browser's random ID, or a new ID if the browser has none. The browser's numbers are stored under
 * this ID.
 */
export const browserId = async (context: AuthorizeContext): Promise<string> =>
  (await readNumbers(context)).browser ?? toBase64url(randomBytes(16));

/**
 * Returns Set-Cookie values that record a full sign-in with a number and its carrier. @param browser ID of the
 * browser, from {@link browserId}.
 */
export async function rememberNumber(
  context: AuthorizeContext,
  phone: Pick<PhoneRequest, 'phoneNo' | 'telcoCd' | 'known'> | undefined,
  browser: string,
): Promise<string[]> {
  if (phone === undefined) return [];
  const { env, url, now } = context;
  const { phoneNo, telcoCd: carrier, known = true } = phone;
  const number = await numberPseudonym(context, phoneNo);
  const { numbers } = await readNumbers(context);
  const first = (known ? numbers.get(number)?.first : undefined) ?? now;
  numbers.delete(number);
  const entries = [[number, { first, last: now }] as const, ...numbers].slice(0, maxNumbers);
  const value = {
    browser,
    numbers: entries.map(([name]) => name),
    times: entries.map(([, { last }]) => last),
    firsts: entries.map(([, times]) => times.first),
    carrier,
  };
  const text = await browserKnownNumbers.seal(env.KEYS, value, now + browserKnownNumbersLifetime);
  return [writeCookie(url, cookieName, text, browserKnownNumbersLifetime)];
}

/** Returns the carrier of this browser's last full sign-in, if known. */
export const lastCarrier = async (context: AuthorizeContext): Promise<CarrierCode | undefined> =>
  (await readNumbers(context)).carrier;

/** Returns this browser's ID and the time of its last sign-in with each number. */
async function readNumbers({ request, env, now }: AuthorizeContext): Promise<KnownNumbers> {
  const cookie = readCookie(request, cookieName);
  const read = cookie === undefined ? undefined : await browserKnownNumbers.open(env.KEYS, cookie, now);
  if (read === undefined) return { numbers: new Map() };
  const { browser, numbers, times, firsts = times, carrier } = read;
  const timesOf = (index: number): KnownNumber => ({ first: firsts[index] ?? 0, last: times[index] ?? 0 });
  return { browser, numbers: new Map(numbers.map((number, index) => [number, timesOf(index)])), carrier };
}

const numberPseudonym = ({ env }: AuthorizeContext, phoneNo: string): Promise<string> =>
  pseudonymOf(env, 'number known to a browser', phoneNo);

/**
 * Whether this browser was known for the request's phone number when the request was sent to the phone. In an
 * app-initiated sign-in, whether it is known now.
 */
export const isKnownBrowser = async (
  context: AuthorizeContext,
  { known, phoneNo }: Pick<PhoneRequest, 'known' | 'phoneNo'>,
): Promise<boolean> => known ?? (await callerForNumber(context, phoneNo)).known;

/**
 * Whether the risk decision may treat this browser as known. A phone without number match asks too little for that on the
 * day of the browser's first sign-in: a relay that a victim has approved once can ask for a second approval immediately.
 */
export const isTrustedBrowser = async (
  context: AuthorizeContext,
  phone: Pick<PhoneRequest, 'known' | 'phoneNo' | 'entry'>,
): Promise<boolean> => {
  if (!(await isKnownBrowser(context, phone))) return false;
  if (phone.entry !== 'none') return true;
  const { numbers } = await readNumbers(context);
  const { first = context.now } = numbers.get(await numberPseudonym(context, phone.phoneNo)) ?? {};
  return context.now >= first + unmatchedBrowserAge;
};
