import { equalSecrets } from '../../../workers/core/crypto/bytes.ts';
import { codeOfError } from '../../../workers/core/protocol/error-codes.ts';
import { PlidMismatch, PlidRefusal } from './errors.ts';
import { remedyOf } from './remedies.ts';

/** Optional parameters of a sign-in (§4.1). */
export interface SignInParameters {
  /**
   * `login` and `select_account` require a full sign-in. `none` returns `login_required` if an automatic login
   * isn't possible.
   */
  prompt?: string | undefined;
  /** `Y` if a WebView displays the pages. */
  isHybrid?: string | undefined;
  /** Preferred languages of the pages, such as `en`. */
  ui_locales?: string | undefined;
}

/**
 * The callback in one of three forms: its complete URL, the part of its URL from the path on, or its request (Web
 * or Node).
 */
export type Callback = string | URL | { readonly url: string };

/** The parameters of an authorization URL. */
export interface AuthorizationRequest extends SignInParameters {
  /** A value that the callback returns to the application. The service accepts at least 512 ASCII characters. */
  state: string;
  /** The verifier's SHA-256 hash in Base64url (PKCE, S256). Undefined if PKCE isn't used. */
  codeChallenge?: string | undefined;
}

export interface AuthorizationSettings {
  /** The service's base URL, without a trailing slash. */
  service: string;
  clientId: string;
  redirectUri: string;
  paths: { authorize: string };
}

/** Returns the parameters of an authorization request (§4.1). */
export function authorizationParameters(
  { clientId, redirectUri }: Pick<AuthorizationSettings, 'clientId' | 'redirectUri'>,
  { state, codeChallenge, prompt, isHybrid, ui_locales }: AuthorizationRequest,
): Record<string, string> {
  const proof =
    codeChallenge === undefined ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' };
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    ...proof,
    prompt,
    isHybrid,
    ui_locales,
  };
  const given = Object.entries(parameters).filter(
    (parameter): parameter is [string, string] => parameter[1] !== undefined,
  );
  return Object.fromEntries(given);
}

/** Returns the service's authorization URL for a request (§4.1). */
export const authorizationAddress = (
  settings: AuthorizationSettings,
  request: AuthorizationRequest,
): string => authorizationUrlWith(settings, authorizationParameters(settings, request));

/**
 * Returns the service's authorization URL with these parameters. Spaces are encoded as `%20`, because not every
 * service decodes `+`.
 */
export function authorizationUrlWith(
  { service, paths }: Pick<AuthorizationSettings, 'service' | 'paths'>,
  parameters: Record<string, string>,
): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${service}${paths.authorize}?${query.join('&')}`;
}

/**
 * Validates a callback (§4.1). @param callback the complete URL, or the URL starting at the path
 * (`/callback?code=…`). @param state the state of this browser's sign-in, compared in constant time. Undefined if
 * the browser has no sign-in. @param issuer the expected service's issuer. If the callback contains `iss`, it must
 * match, so that another service's code isn't redeemed here (RFC 9207). @param requireIss whether `iss` is
 * required.
 * @returns the code. @throws {PlidRefusal} `state_mismatch`, also if the URL contains a parameter twice; `sent_back`.
 * {PlidMismatch} if the URL has neither code nor error, or has a wrong or missing issuer.
 */
export async function readCallback(
  callback: Callback,
  state: string | undefined,
  issuer?: string,
  requireIss = false,
): Promise<string> {
  const { searchParams } = addressOf(callback);
  // If the browser has no sign-in, the callback URL isn't checked further, because the developer made no mistake.
  const sent = state ? only(searchParams, 'state') : undefined;
  if (!state || sent === undefined || !(await equalSecrets(sent, state)))
    throw invalidCallback(
      "The state doesn't belong to a sign-in of this browser. Let the user sign in again, and don't redeem the code.",
    );
  const iss = only(searchParams, 'iss');
  if (issuer !== undefined && iss !== undefined && iss !== issuer)
    throw new PlidMismatch(
      'answer',
      'The iss of the callback differs from the issuer of the service. Do not redeem the code. If the service has another issuer, set the option issuer.',
    );
  if (requireIss && iss === undefined)
    throw new PlidMismatch(
      'answer',
      'The callback has no iss. Do not redeem the code. If the application is not registered for iss, omit the option requireIss.',
    );
  const error = only(searchParams, 'error');
  if (error !== undefined) throw callbackError(error, searchParams);
  const code = only(searchParams, 'code');
  if (code !== undefined) return code;
  throw new PlidMismatch(
    'answer',
    'The callback has neither a code nor an error. Check what redirects to redirectUri.',
  );
}

function callbackError(error: string, parameters: URLSearchParams): PlidRefusal {
  const word = codeOfError(error);
  const text = parameters.get('message') ?? parameters.get('error_description') ?? '';
  const refusal = { status: 302, error: word, message: text.slice(0, 1_000) };
  const plidReason = /^\w{1,64}$/.exec(parameters.get('plid_reason') ?? '')?.[0];
  const message = `The service redirected the user back with the error ${word}.${remedyOf('authorize', word)}`;
  return new PlidRefusal('sent_back', word, message, { refusal, plidReason });
}

function addressOf(callback: Callback): URL {
  const address = typeof callback === 'string' || callback instanceof URL ? callback : callback?.url;
  if (address !== undefined && URL.canParse(address, 'http://localhost'))
    return new URL(address, 'http://localhost');
  throw new PlidMismatch('option', "The callback isn't a URL. Pass the request, or its complete URL.");
}

/** Returns a parameter that may appear only once. An empty value counts as missing (RFC 6749 §3.1). */
function only(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = parameters.getAll(name);
  // The service repeats no parameter, so the URL was changed on its way.
  if (more.length > 0)
    throw invalidCallback(
      `The callback contains ${name} more than once. Let the user sign in again, and don't redeem the code.`,
    );
  return value || undefined;
}

const invalidCallback = (message: string) => new PlidRefusal('state_mismatch', 'invalid_state', message);
