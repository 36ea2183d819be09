import { randomBytes, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import {
  type CookieSeries,
  dropOldestCookies,
  newestCookies,
  readCookie,
  readCookies,
  writeCookie,
} from '../../../core/http/cookies.ts';
import { lateReturnLifetime } from '../../shared/service-lifetimes.ts';
import {
  type PhoneRequest,
  type SignIn,
  signIn,
  type UnregisteredPhone,
} from '../../shared/sign-in-cookie-value.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/** A sign-in is a cookie of its own, so that several tabs can sign in side by side. */
const series: CookieSeries = { prefix: 'plid-sign-in-', maxCount: 10, maxCharacters: 12_000 };

/** Without the client until release 0.3. */
const idFormat = /^\d+-[\w-]{22}(?:-([A-Za-z0-9]{20}))?$/;

/** Begins with the time at which the sign-in ends that no step renews, so that cookies can be sorted by age without opening them. */
export const createSignInId = (firstEnd: number, client_id: string): string =>
  `${firstEnd}-${toBase64url(randomBytes(16))}-${client_id}`;

/** That time, in seconds since 1970. */
export const firstExpiryOf = (id: string): number => Number(id.slice(0, id.indexOf('-')));

/** The application whose sign-in it is, as the id says, which anybody could have written. */
export const clientOf = (id: string): string | undefined => idFormat.exec(id)?.[1];

/** Whether a browser sends any cookie of ours. */
export const hasCookies = (request: Request): boolean => readCookies(request, 'plid-').size > 0;

/** The sign-in of this browser with an id, until a while after it has ended; undefined where there is none. */
export async function readSignIn(
  { request, env, now }: AuthorizeContext,
  id: string,
): Promise<SignIn | undefined> {
  const cookie = idFormat.test(id) ? readCookie(request, `${series.prefix}${id}`) : undefined;
  const found = cookie === undefined ? undefined : await signIn.open(env.KEYS, cookie, now);
  return named(found, id);
}

/**
 * A sign-in as it was sealed, with the whole of its id, as its cookie is named. Grants and cancellations are kept by that id: under any other name a
 * copy would be a sign-in that nobody has used up.
 */
const named = (found: SignIn | undefined, id: string): SignIn | undefined =>
  found?.id === withoutClient(id) && found.client_id === (clientOf(id) ?? found.client_id)
    ? { ...found, id }
    : undefined;

/**
 * The part of an id that is sealed: there is little room in a cookie, and the client is in there anyway. The hyphen before it stays, which an id
 * without a client does not end with.
 */
const withoutClient = (id: string): string =>
  clientOf(id) === undefined ? id : id.slice(0, id.lastIndexOf('-') + 1);

/** Every sign-in of this browser that can be read, the newest first. */
export async function readSignIns({ request, env, now }: AuthorizeContext): Promise<SignIn[]> {
  const opened = newestCookies(request, series)
    .slice(0, series.maxCount)
    .map(async ([id, cookie]) => ({ id, found: await signIn.open(env.KEYS, cookie, now) }));
  return (await Promise.all(opened)).flatMap(({ id, found }) => named(found, id) ?? []);
}

/** Of the sealed value, in characters: browsers keep 4,096 of a cookie, with its name. */
const maxLength = 3_960;

/** A Set-Cookie value that stores the current state of a sign-in; without the addresses of the carrier's app where there is no room for it. */
export async function storeSignIn(
  { url, env, now }: Pick<AuthorizeContext, 'url' | 'env' | 'now'>,
  value: SignIn,
): Promise<string> {
  const ends = value.expires + lateReturnLifetime;
  const sealed = { ...shownNoLonger(value), id: withoutClient(value.id) };
  const whole = await signIn.seal(env.KEYS, sealed, ends);
  const text = whole.length > maxLength ? await signIn.seal(env.KEYS, withoutAddress(sealed), ends) : whole;
  return writeCookie(url, `${series.prefix}${value.id}`, text, ends - now);
}

/** The values that the consent page shows are kept while it is open: from the approval until a code was given, or the sign-in has ended. */
function shownNoLonger(value: SignIn): SignIn {
  const { shown: _, ...others } = value;
  const { plid, granted, cancelled = false } = value;
  return plid !== undefined && granted === undefined && !cancelled ? value : others;
}

function withoutAddress({ phone, unregistered, ...signIn }: SignIn): SignIn {
  const { open: _, install: __, ...request } = phone ?? {};
  const { install: ___, ...number } = unregistered ?? {};
  return {
    ...signIn,
    ...(phone && { phone: request as PhoneRequest }),
    ...(unregistered && { unregistered: number as UnregisteredPhone }),
  };
}

/** Set-Cookie values that drop this browser's oldest sign-ins, to make room for a new one. */
export const dropOldSignIns = ({ request }: AuthorizeContext): string[] =>
  dropOldestCookies(request, series, 0);
