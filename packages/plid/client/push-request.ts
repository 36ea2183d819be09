import { FieldError } from '../fields/field-error.ts';
import { isObject } from '../fields/read-record.ts';
import {
  type AuthorizationRequest,
  type AuthorizationSettings,
  authorizationParameters,
  authorizationUrlWith,
} from './authorization.ts';
import { type Credentials, postForm, type ServiceSettings } from './call-service.ts';
import { PlidMismatch, PlidRefusal, PlidUnavailable } from './errors.ts';

type PushSettings = AuthorizationSettings & ServiceSettings & Credentials & { paths: { par: string } };

/** Format of an absolute URI (RFC 3986), limited to a length that a URL may have. */
const format = /^[a-z][a-z0-9+.-]*:[\x21-\x7e]{1,8000}$/i;

/**
 * Pushes an authorization request (RFC 9126) with the client credentials.
 * @returns the authorization URL, which contains only the request's URI.
 * @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch}
 */
export async function pushRequest(settings: PushSettings, request: AuthorizationRequest): Promise<string> {
  const fields = authorizationParameters(settings, request);
  const request_uri = await postForm(settings, settings.paths.par, fields, readRequestUri, { success: 201 });
  return authorizationUrlWith(settings, { client_id: settings.clientId, request_uri });
}

/** Maximum length of the service's sentence in an error, in characters. */
const maxSentenceLength = 300;

/**
 * Rethrows a refusal of a push as a developer's mistake, because the user hasn't done anything yet. The error contains
 * the service's sentence, in which there can be no code. @throws {PlidMismatch} `request_refused`;
 * {PlidUnavailable} if the service itself failed; any other failure unchanged.
 */
export function asDeveloperMistake(failure: unknown): never {
  if (!(failure instanceof PlidRefusal)) throw failure;
  const { message, refusal, requestId } = failure;
  const details = { refusal, requestId };
  if (refusal !== undefined && refusal.status >= 500)
    throw new PlidUnavailable('unavailable', message, details);
  const sentence = (refusal?.message ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxSentenceLength);
  const quoted = sentence === '' ? '' : ` The service's message: ${sentence}`;
  throw new PlidMismatch('request_refused', message + quoted, details);
}

function readRequestUri(answer: unknown): string {
  const { request_uri } = isObject(answer) ? answer : {};
  if (typeof request_uri === 'string' && format.test(request_uri)) return request_uri;
  throw new FieldError('request_uri', 'is missing or malformed');
}
