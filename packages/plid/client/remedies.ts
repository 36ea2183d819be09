/**
 * What a developer, or the page that they write, does about each `error` of the service (§7, RFC 6749 §4.1.2.1,
 * OpenID Connect) and each `reason` of this client.
 */
export const remedies: Readonly<Record<string, string>> = {
  invalid_request: 'Check the parameters that it names: a value is missing, repeated or not valid.',
  invalid_grant:
    'The code, its redirectUri or its codeVerifier belongs to another sign-in. Start a new sign-in.',
  server_error:
    'In an exchange the code was used before, has expired or is unknown: start a new sign-in. Otherwise the service has failed: ask its operator.',
  authentication_failed: 'The access token has expired or was ended. Start a new sign-in.',
  invalid_client: 'Check clientId and clientSecret: the service does not know them.',
  not_found: 'Check service and paths: the service has nothing at this address.',
  method_not_allowed: 'Check service and paths: another address answers there.',
  access_denied: 'The person cancelled, or did not approve on the phone. Offer them to sign in again.',
  login_required: 'There is no automatic login on this device. Start a sign-in without prompt=none.',
  timeout: 'Nothing was sent again. Offer the person to sign in again: the code may be spent.',
  unavailable: 'Nothing was sent again. Offer the person to sign in again in a moment.',
  answer:
    'Check service, paths and clientSecret. If they are right, tell the operator of the service the requestId of this error.',
};

/** The fix for an `error` or `reason`; empty if the specification doesn't define it. */
export const remedyOf = (word: string): string => (Object.hasOwn(remedies, word) ? ` ${remedies[word]}` : '');
