import { randomBytes, sha256Base64url, toBase64url } from '../../../core/crypto/bytes.ts';
import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { redirect } from '../../../core/http/redirect.ts';
import { inCurrentBrowser } from '../../flow/open-in-browser.ts';
import { gatewayCookies } from '../../settings/gateway-cookie-names.ts';
import { flowLifetime } from '../../settings/gateway-lifetimes.ts';
import { openIdRequest } from '../../settings/gateway-sealed-types.ts';
import { withEncryptedHint } from './gateway-id-token-hint.ts';
import type { OpenIdContext } from './party-settings.ts';
import type { RequestedLogin } from './requested-login.ts';

/*
 * The round trip of an authorization request through the login. Nothing is stored, because the login redirects
 * back to the request's own URL. The gateway adds an encrypted parameter to this URL, which contains the start
 * time. The parameter is valid only for the same query and in the browser that started the round trip. Therefore,
 * an attacker can't make a different sign-in satisfy `prompt=login` or `max_age`.
 */

const parameter = '&plid_round=';

/**
 * Cookie with a random value that identifies this browser in the encrypted parameters of its round trips. All tabs
 * share the cookie.
 */
const browserCookie = gatewayCookies.round;

/** An authorization request, and the time at which the request was sent to the login. */
interface Round {
  /** The query without the gateway's parameter. */
  query: string;
  /** The time at which the request was sent to the login, in seconds since 1970. Undefined for a new request. */
  since: number | undefined;
}

/**
 * Reads the parameter that {@link redirectToGatewayLogin} added. A parameter that is forged or belongs to another
 * request or browser is ignored.
 */
export async function readRoundTrip({
  request,
  url,
  env,
  now,
}: Pick<OpenIdContext, 'request' | 'url' | 'env' | 'now'>): Promise<Round> {
  // Browsers send backslashes unencoded, but a return path must not contain any.
  const sent = url.search.slice(1).replaceAll('\\', '%5C');
  const [query = '', ...sealedRounds] = sent.split(parameter);
  const round = await openIdRequest.open(env.KEYS, sealedRounds.at(-1) ?? '', now);
  const isOfQuery = round?.query === (await sha256Base64url(query));
  const isOfBrowser = round?.browser === readCookie(request, browserCookie);
  return { query, since: isOfQuery && isOfBrowser ? round?.since : undefined };
}

/**
 * Redirects to the login, which then resumes this request. The login stays in this browser, whose cookies the relying
 * party expects. @param prompt for the service.
 */
export async function redirectToGatewayLogin(
  { request, url, env, now }: Pick<OpenIdContext, 'request' | 'url' | 'env' | 'now'>,
  sent: string,
  { prompt, ui_locales }: Pick<RequestedLogin, 'prompt' | 'ui_locales'>,
): Promise<Response> {
  const query = await withEncryptedHint(env, sent, now);
  const browser = readCookie(request, browserCookie) || toBase64url(randomBytes(16));
  const round = { query: await sha256Base64url(query), since: now, browser };
  const sealed = await openIdRequest.seal(env.KEYS, round, now + flowLifetime);
  const parameters = new URLSearchParams({
    return_to: `${url.pathname}?${query}${parameter}${sealed}`,
    ...(prompt && { prompt }),
    ...(ui_locales && { ui_locales }),
    ...inCurrentBrowser,
  });
  const cookie = writeCookie(url, browserCookie, browser, flowLifetime);
  return redirect(302, `${env.GATEWAY_ORIGIN}/auth/login?${parameters}`, [cookie]);
}
