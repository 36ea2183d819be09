import type { ProtocolError } from './errors.ts';

/** The answer to an authorization request, in the address that the browser is redirected to (RFC 6749 §4.1.2) or in a form that it posts there. */

/**
 * The address of an answer. @param redirect_uri of the request, verified. @param state percent-encoded, as it was sent: the client gets it back
 * byte for byte. Empty where the request has none.
 */
export function responseUrl(
  redirect_uri: string,
  answer: Readonly<Record<string, string>>,
  state: string,
): string {
  // As %20 a space is read by every client; a plus is not (Swift's URLComponents, decodeURIComponent).
  const query = `${new URLSearchParams(answer)}`.replaceAll('+', '%20');
  const echoed = state === '' ? '' : `state=${state}`;
  const parts = [query, echoed].filter(Boolean);
  if (parts.length === 0) return redirect_uri;
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

/** The same as the fields of a form (OAuth 2.0 Form Post Response Mode §2). A form has the decoded state, which its browser encodes again. */
export function responseFields(
  answer: Readonly<Record<string, string>>,
  state: string,
): (readonly [name: string, value: string])[] {
  const echoed = new URLSearchParams(`state=${state}`).get('state') ?? '';
  return [...Object.entries(answer), ...(state === '' ? [] : [['state', echoed] as const])];
}

/** The fields of a refusal. `error_description` is for OAuth clients that read nothing else (RFC 6749 §4.1.2.1). */
export const errorFields = (error: string, message: string) => ({
  error,
  message,
  error_description: message,
});

/** The word of a refused request for its client (RFC 6749 §4.1.2.1, OpenID Connect Core 1.0 §3.1.2.6). */
export const errorCodeOf = ({ values, reason }: ProtocolError): string =>
  words[values.item ?? reason] ?? 'invalid_request';

/** By the refused parameter, or the reason. */
const words: Record<string, string> = {
  response_type: 'unsupported_response_type',
  request: 'request_not_supported',
  request_uri: 'request_uri_not_supported',
  scope: 'invalid_scope',
  login_required: 'login_required',
  access_denied: 'access_denied',
};
