/**
 * What a developer, or the developer's page, can do about each `error` of the service (§7, RFC 6749 §4.1.2.1,
 * OpenID Connect) and each `reason` of this client.
 */
export const remedies: Readonly<Record<string, string>> = {
  invalid_request: 'A named parameter is missing, repeated, or not valid. Check the parameters.',
  invalid_grant:
    'The code, its redirectUri, or its codeVerifier belongs to another sign-in. Start a new sign-in.',
  server_error:
    'If this happened in a code exchange, the code has expired, was used, or is unknown. Start a new sign-in. Otherwise, the service failed. Contact its operator.',
  authentication_failed: 'The access token has expired or was revoked. Start a new sign-in.',
  invalid_client: 'Check the options clientId and clientSecret.',
  not_found: 'The service has no such endpoint. Check the options service and paths.',
  method_not_allowed: "This endpoint doesn't support the method. Check the options service and paths.",
  access_denied:
    "The user cancelled the sign-in, or didn't approve it on the phone. Let the user sign in again.",
  login_required: 'There is no automatic login on this device. Start a sign-in without prompt=none.',
  timeout:
    'The request was not repeated because the code may already be used up. Let the user sign in again.',
  unavailable: 'The request was not repeated. Let the user sign in again shortly.',
  answer:
    'Check the options service, paths, and clientSecret. If they are correct, give the requestId of this error to the operator of the service.',
};

/**
 * Returns advice on how to fix an `error` or `reason`, with a leading space, or an empty string if the
 * specification doesn't define that value.
 */
export const remedyOf = (word: string): string => (Object.hasOwn(remedies, word) ? ` ${remedies[word]}` : '');
