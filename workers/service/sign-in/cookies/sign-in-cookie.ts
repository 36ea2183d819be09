import { randomBytes, toBase64url } from '../../../core/crypto/bytes.ts';
import {
  type CookieSeries,
  cookiePrefix,
  dropOldestCookies,
  newestCookies,
  readCookie,
  readCookies,
  writeCookie,
} from '../../../core/http/cookies.ts';
import { omit } from '../../../core/protocol/omit.ts';
import { lateReturnLifetime } from '../../settings/service-lifetimes.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import { type SignIn, signIn } from '../stages/sign-in-cookie-value.ts';
import { phoneRequestIn, withPhoneRequest } from '../stages/sign-in-stage.ts';

/** Each sign-in has its own cookie, so that several tabs can sign in at the same time. */
const series: CookieSeries = { prefix: 'plid-sign-in-', maxCount: 10, maxCharacters: 12_000 };

/** Format of a sign-in ID. */
const idFormat = /^\d+-[\w-]{22}-([A-Za-z0-9]{20})$/;

/**
 * Creates a sign-in ID. The ID starts with the time at which the sign-in ends if no step extends it. Cookies can
 * therefore be sorted by age without decrypting them.
 */
export const createSignInId = (firstEnd: number, client_id: string): string =>
  `${firstEnd}-${toBase64url(randomBytes(16))}-${client_id}`;

/** Returns the time at which a sign-in ends if no step extends it, in seconds since 1970. */
export const firstExpiryOf = (id: string): number => Number(id.slice(0, id.indexOf('-')));

/** Returns the client ID in a sign-in ID. The client ID isn't authenticated, so any caller can forge it. */
export const clientIdInSignInId = (id: string): string | undefined => idFormat.exec(id)?.[1];

/** Whether a browser sends any cookie of the service. */
export const hasCookies = (request: Request): boolean => readCookies(request, cookiePrefix).size > 0;

/**
 * Returns this browser's sign-in with the given ID, or undefined if there is none. A sign-in is still returned for
 * some time after it has ended.
 */
export async function readSignIn(
  { request, env, now }: AuthorizeContext,
  id: string,
): Promise<SignIn | undefined> {
  const cookie = idFormat.test(id) ? readCookie(request, `${series.prefix}${id}`) : undefined;
  const found = cookie === undefined ? undefined : await signIn.open(env.KEYS, cookie, now);
  return matchId(found, id);
}

/**
 * Returns a decrypted sign-in with its full ID, or undefined if the sign-in doesn't match its cookie's name.
 * Grants and cancellations are stored under the full ID. If a copy of the cookie could have another name, the
 * copied sign-in would count as unused.
 */
const matchId = (found: SignIn | undefined, id: string): SignIn | undefined =>
  found?.id === withoutClient(id) && found.client_id === clientIdInSignInId(id)
    ? { ...found, id }
    : undefined;

/**
 * Returns the part of a sign-in ID that is encrypted in the cookie. The client ID is omitted, because the cookie
 * contains it separately and has little room.
 */
const withoutClient = (id: string): string => id.slice(0, id.lastIndexOf('-') + 1);

/** Returns all of this browser's sign-ins that can be decrypted, newest first. */
export async function readSignIns({ request, env, now }: AuthorizeContext): Promise<SignIn[]> {
  const opened = newestCookies(request, series)
    .slice(0, series.maxCount)
    .map(async ([id, cookie]) => ({ id, found: await signIn.open(env.KEYS, cookie, now) }));
  return (await Promise.all(opened)).flatMap(({ id, found }) => matchId(found, id) ?? []);
}

/**
 * Maximum length of the encrypted value in characters. Browsers store at most 4,096 characters per cookie,
 * including the cookie's name.
 */
const maxLength = 3_960;

/**
 * Returns a Set-Cookie value that stores the current state of a sign-in. The addresses of the carrier's app are
 * omitted if there's no room for them.
 */
export async function storeSignIn(
  { url, env, now }: Pick<AuthorizeContext, 'url' | 'env' | 'now'>,
  value: SignIn,
): Promise<string> {
  const expiresAt = value.expires + lateReturnLifetime;
  const sealed = { ...value, id: withoutClient(value.id) };
  const whole = await signIn.seal(env.KEYS, sealed, expiresAt);
  const text =
    whole.length > maxLength ? await signIn.seal(env.KEYS, withoutAddresses(sealed), expiresAt) : whole;
  return writeCookie(url, `${series.prefix}${value.id}`, text, expiresAt - now);
}

function withoutAddresses({ stage, ...signIn }: SignIn): SignIn {
  if (stage.at === 'unregistered')
    return { ...signIn, stage: { ...stage, number: withoutLinks(stage.number) } };
  const phone = phoneRequestIn(stage);
  return { ...signIn, stage: phone ? withPhoneRequest(stage, withoutLinks(phone)) : stage };
}

const withoutLinks = <Request extends { open?: string; install?: string }>(request: Request) =>
  omit(request, 'open', 'install');

/** Returns Set-Cookie values that delete this browser's oldest sign-ins, to make room for a new one. */
export const dropOldSignIns = ({ request }: AuthorizeContext): string[] =>
  dropOldestCookies(request, series, 0);
