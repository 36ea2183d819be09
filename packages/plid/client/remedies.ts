/**
 * What a developer, or the page that they write, does about each `error` of the service (§7, RFC 6749 §4.1.2.1,
 * OpenID Connect) and each `reason` of this client.
 */
export const remedies: Readonly<Record<string, string>> = {
  invalid_request: 'Check the named parameters: a value is missing, repeated, or not valid.',
  invalid_grant:
    'The code, its redirectUri, or its codeVerifier belongs to another sign-in. Start a new sign-in.',
  server_error:
    'In an exchange, the code has expired, was used, or is unknown: start a new sign-in. Otherwise, the service failed: contact its operator.',
  authentication_failed: 'The access token has expired or was revoked. Start a new sign-in.',
  invalid_client: 'Check clientId and clientSecret: the service rejected them.',
  not_found: 'Check service and paths: the service has no such endpoint.',
  method_not_allowed: "Check service and paths: this endpoint doesn't support the method.",
  access_denied: "The user cancelled, or didn't approve on the phone. Let them sign in again.",
  login_required: 'There is no automatic login on this device. Start a sign-in without prompt=none.',
  timeout: 'The request was not repeated. Let the user sign in again, because the code may be used up.',
  unavailable: 'The request was not repeated. Let the user sign in again shortly.',
  answer:
    'Check service, paths, and clientSecret. If they are right, give the requestId of this error to the operator of the service.',
};

/** The fix for an `error` or `reason`; empty if the specification doesn't define it. */
export const remedyOf = (word: string): string => (Object.hasOwn(remedies, word) ? ` ${remedies[word]}` : '');
