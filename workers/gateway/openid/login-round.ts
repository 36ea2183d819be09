import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';
import { flowLifetime } from '../shared/gateway-lifetimes.ts';
import { openIdRequest } from '../shared/gateway-values.ts';
import type { OpenIdContext } from './party-settings.ts';
import type { RequestedLogin } from './requested-login.ts';

/**
 * The way of an authorization request through the login and back. Nothing of it is stored: the login leads back to the request itself, with a
 * sealed parameter behind it that says when it began. It belongs to that request, to the letter: nobody can make an older login count for it.
 */

const parameter = '&plid_round=';

/** A request, and since when it is on its way. */
interface Round {
  /** The query, without our parameter. */
  query: string;
  /** In seconds since 1970; undefined where it comes for the first time. */
  since: number | undefined;
}

/** Reads what {@link loginAddress} has made. A parameter that is forged, or of another request, counts as none. */
export async function readRound({
  url,
  env,
  now,
}: Pick<OpenIdContext, 'url' | 'env' | 'now'>): Promise<Round> {
  // Browsers send a backslash as it is, which no address to return to may hold.
  const sent = url.search.slice(1).replaceAll('\\', '%5C');
  const [query = '', ...rounds] = sent.split(parameter);
  const round = await openIdRequest.open(env.KEYS, rounds.at(-1) ?? '', now);
  const isOfQuery = round?.query === (await sha256Base64url(query));
  return { query, since: isOfQuery ? round?.since : undefined };
}

/** The address of the login that leads back to a request. @param prompt as the service is to be asked. */
export async function loginAddress(
  { url, env, now }: Pick<OpenIdContext, 'url' | 'env' | 'now'>,
  query: string,
  { prompt, ui_locales }: Pick<RequestedLogin, 'prompt' | 'ui_locales'>,
): Promise<string> {
  const round = { query: await sha256Base64url(query), since: now };
  const sealed = await openIdRequest.seal(env.KEYS, round, now + flowLifetime);
  const asked = new URLSearchParams({
    return_to: `${url.pathname}?${query}${parameter}${sealed}`,
    ...(prompt && { prompt }),
    ...(ui_locales && { ui_locales }),
  });
  return `${env.GATEWAY_ORIGIN}/auth/login?${asked}`;
}
