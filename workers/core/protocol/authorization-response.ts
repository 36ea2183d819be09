import type { ProtocolError } from './errors.ts';

/**
 * The response to an authorization request. It's sent in the query of the redirect (RFC 6749 §4.1.2) or in a form
 * that the browser posts.
 */

/**
 * Returns the URL of a response. @param redirect_uri the request's redirect URI, already verified. @param state
 * the state in its original percent-encoding, because the client must get it back byte for byte. Empty if the
 * request has no state.
 */
export function responseUrl(
  redirect_uri: string,
  answer: Readonly<Record<string, string>>,
  state: string,
): string {
  // Every client decodes `%20` as a space, but some don't decode `+` (Swift's URLComponents, decodeURIComponent).
  const query = `${new URLSearchParams(answer)}`.replaceAll('+', '%20');
  const echoed = state === '' ? '' : `state=${state}`;
  const parts = [query, echoed].filter(Boolean);
  if (parts.length === 0) return redirect_uri;
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

/**
 * Returns a response as form fields (OAuth 2.0 Form Post Response Mode §2). The form contains the decoded state,
 * which the browser encodes again.
 */
export function responseFields(
  answer: Readonly<Record<string, string>>,
  state: string,
): (readonly [name: string, value: string])[] {
  const echoed = new URLSearchParams(`state=${state}`).get('state') ?? '';
  return [...Object.entries(answer), ...(state === '' ? [] : [['state', echoed] as const])];
}

/**
 * Returns the fields of an error. `error_description` is for OAuth clients that read only that field
 * (RFC 6749 §4.1.2.1).
 */
export const errorFields = (error: string, message: string) => ({
  error,
  message,
  error_description: message,
});

/** Returns the error code for the client (RFC 6749 §4.1.2.1, OpenID Connect Core 1.0 §3.1.2.6). */
export const errorCodeOf = ({ values, reason }: ProtocolError): string =>
  words[values.item ?? reason] ?? 'invalid_request';

/** Error codes by rejected parameter or by reason. */
const words: Record<string, string> = {
  response_type: 'unsupported_response_type',
  request: 'request_not_supported',
  request_uri: 'request_uri_not_supported',
  scope: 'invalid_scope',
  login_required: 'login_required',
  access_denied: 'access_denied',
};
