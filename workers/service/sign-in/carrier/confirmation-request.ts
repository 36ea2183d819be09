import type { ConfirmationRequest, RequestContext } from '../../../core/carrier/port.ts';
import { sha256Base64url } from '../../../core/crypto/bytes.ts';
import { agentLabel, shownAgent } from '../../../core/http/agent-label.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { accountClientId } from '../../registry/account-client.ts';
import { phoneRequestLifetime } from '../../settings/service-lifetimes.ts';
import { readDevice } from '../cookies/device-cookie.ts';
import { isTrustedBrowser } from '../cookies/known-numbers-cookie.ts';
import type { Claim } from '../entries/claim.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { signInPagePath } from '../flow/sign-in-paths.ts';
import type { Attempt } from '../stages/sign-in-cookie-value.ts';
import { decideRisk, type RiskInputs } from './risk.ts';

/** Length of a request ID in characters. The characters encode 96 bits. */
const idLength = 16;

/** Returns the request that is sent to the carrier, with all information that the phone may show to the user. */
export async function confirmationRequest(
  context: SignInContext,
  claim: Claim,
  { id, match }: Attempt,
  browser: BrowserFacts,
): Promise<ConfirmationRequest> {
  const { signIn, env, url } = context;
  const { telcoCd, phoneNo } = claim;
  const entry = env.NUMBER_MATCHING?.[telcoCd] ?? 'choose';
  const trusted = await isTrustedBrowser(context, { known: browser.known, phoneNo, entry });
  const inputs = { ...browser, known: trusted, matching: entry !== 'none' };
  return {
    ...claim,
    ...(await requesterDetails(context, browser.known, inputs)),
    id: await questionId(id, claim),
    match,
    entry,
    returnTo: new URL(signInPagePath('wait', signIn.id), url).href,
  };
}

/** What the number's object says of the browser. */
export type BrowserFacts = Pick<RiskInputs, 'known' | 'reused'>;

/** The risk inputs that are known before a phone has answered. */
type EarlyRiskInputs = Omit<RiskInputs, 'country'>;

/**
 * Returns the part of a carrier request that describes its origin: the application, the sign-in, and the
 * browser. @param knownBrowser Whether the phone shows the browser as known.
 */
export async function requesterDetails(
  context: SignInContext,
  knownBrowser: boolean,
  inputs: EarlyRiskInputs,
) {
  const { application, redirect_uri, signIn, now } = context;
  return {
    signIn: signInName(signIn.id),
    application: application.name,
    applicationHost: new URL(redirect_uri).host,
    expires: now + phoneRequestLifetime,
    expiresIn: phoneRequestLifetime,
    context: await requestContext(context, knownBrowser, inputs),
  };
}

/**
 * Derives the request's ID from the attempt and the entries. Changed entries result in a different ID, because a
 * carrier may repeat its earlier response to a request with the same ID.
 */
const questionId = (attempt: string, { name, phoneNo, telcoCd, mvno }: Claim): Promise<string> =>
  deriveRequestId([attempt, name, phoneNo, telcoCd, mvno]);

/** Derives a request ID from its parts. The same parts always result in the same ID. */
export const deriveRequestId = async (parts: readonly unknown[]): Promise<string> =>
  (await sha256Base64url(JSON.stringify(parts))).slice(0, idLength);

/**
 * Format of a country code. It excludes `XX` and `T1`, which Cloudflare reports for an unknown country and for
 * Tor.
 */
const countryFormat = /^(?!XX)[A-Z]{2}$/;

/** Returns the country and city of the IP address that sends a request. Unknown values are omitted. */
export function locationOf({ cf }: Request): Pick<RequestContext, 'country' | 'city'> {
  const { country, city } = (cf ?? {}) as { country?: string; city?: string };
  return {
    ...(country !== undefined && countryFormat.test(country) && { country }),
    ...(city !== undefined && { city }),
  };
}

/** Returns the browser that sends a request, in the language of its pages, and its location, for a phone to show. */
export function browserOf({ request, language }: Pick<SignInContext, 'request' | 'language'>) {
  const label = agentLabel(request.headers.get('User-Agent'));
  return { ...(label !== '' && { browser: shownAgent(language, label) }), ...locationOf(request) };
}

async function requestContext(
  context: SignInContext,
  knownBrowser: boolean,
  inputs: EarlyRiskInputs,
): Promise<RequestContext> {
  const { signIn } = context;
  return {
    ...browserOf(context),
    knownBrowser,
    automaticLogin: mayHaveAutomaticLogin(inputs) && (await requestsAutomaticLogin(context)),
    attributes: signIn.asked.length,
    ...(signIn.client_id === accountClientId && { account: true }),
  };
}

/**
 * Whether automatic login is still possible for this browser while the phone's country is unknown. If not, the
 * phone must not show automatic login.
 */
const mayHaveAutomaticLogin = (inputs: EarlyRiskInputs): boolean =>
  decideRisk({ ...inputs, country: 'unknown' }) !== 'no_automatic_login';

/**
 * Whether an approval also grants automatic login. True if the user has chosen it, or if this browser already has
 * it and a full sign-in renews it.
 */
async function requestsAutomaticLogin(context: SignInContext): Promise<boolean> {
  const { automaticLogin, client_id } = context.signIn;
  if (automaticLogin !== 'offered') return automaticLogin === 'chosen';
  return (await readDevice(context, client_id)) !== undefined;
}
