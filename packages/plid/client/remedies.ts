/** What the client calls, and `authorize` for a callback. */
export type Endpoint = 'authorize' | 'par' | 'token' | 'user' | 'disconnect';

type Remedies = Readonly<Record<string, string>>;

/**
 * What a developer, or the developer's page, can do about each `error` of the service (§7, RFC 6749 §4.1.2.1,
 * OpenID Connect) and each `reason` of this client, whatever was called.
 */
const everywhere: Remedies = {
  invalid_request: 'A named parameter is missing, repeated, or not valid. Check the parameters.',
  server_error: 'The service failed. If it fails again, check its log, or contact its operator.',
  invalid_client: 'Check the options clientId and clientSecret.',
  not_found: 'The service has no such endpoint. Check the options service and paths.',
  method_not_allowed: "This endpoint doesn't support the method. Check the options service and paths.",
  timeout:
    'The request was not repeated because the code may already be used up. Let the user sign in again.',
  unavailable: 'The request was not repeated. Let the user sign in again shortly.',
  answer:
    'Check the options service, paths, and clientSecret. If they are correct, give the requestId of this error to the operator of the service.',
};

/** The same for errors whose meaning depends on the endpoint. */
const ofEndpoint: Readonly<Record<Endpoint, Remedies>> = {
  authorize: {
    access_denied:
      "The user cancelled the sign-in, or didn't approve it on the phone. Let the user sign in again.",
    login_required: 'There is no automatic login on this device. Start a sign-in without prompt=none.',
  },
  par: {
    invalid_grant:
      'Check the option redirectUri. It must equal an address that is registered for this client, including port and path.',
  },
  token: {
    invalid_grant:
      'The code, its redirectUri, or its codeVerifier belongs to another sign-in. Start a new sign-in.',
    server_error: 'The code has expired, was used, or is unknown. Start a new sign-in.',
  },
  user: {
    authentication_failed: 'The access token has expired or was revoked. Start a new sign-in.',
  },
  disconnect: {
    invalid_request: 'The plid is unknown, or its user has already disconnected. Check the plid.',
  },
};

/** All advice, by endpoint and word. */
export const remedies = { everywhere, ...ofEndpoint };

/**
 * Returns advice on how to fix an `error` or `reason`, with a leading space, or an empty string if the specification
 * doesn't define that value. @param endpoint undefined for the service's metadata.
 */
export function remedyOf(endpoint: Endpoint | undefined, word: string): string {
  const specific = endpoint === undefined ? {} : ofEndpoint[endpoint];
  const found = [specific, everywhere].find((advice) => Object.hasOwn(advice, word));
  return found === undefined ? '' : ` ${found[word]}`;
}
