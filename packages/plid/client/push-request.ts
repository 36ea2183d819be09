import { FieldError } from '../fields/field-error.ts';
import { isObject } from '../fields/read-record.ts';
import {
  type AuthorizationRequest,
  type AuthorizationSettings,
  authorizationParameters,
  authorizationUrlWith,
} from './authorization.ts';
import { type Credentials, postForm, type ServiceSettings } from './call-service.ts';

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

function readRequestUri(answer: unknown): string {
  const { request_uri } = isObject(answer) ? answer : {};
  if (typeof request_uri === 'string' && format.test(request_uri)) return request_uri;
  throw new FieldError('request_uri', 'is missing or malformed');
}
