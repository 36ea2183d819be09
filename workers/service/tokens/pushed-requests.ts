import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { redirectOfDigest, redirectUriDigest } from '../protocol/redirect-digest.ts';
import type { AuthorizationRequest, SentRequest } from '../protocol/sent-request.ts';
import type { Application } from '../registry/applications.ts';
import { pushedRequestLifetime } from '../settings/service-lifetimes.ts';
import { pushedRequest } from '../settings/service-sealed-types.ts';

/**
 * A pushed authorization request (RFC 9126). Its `request_uri` contains the encrypted request itself, so nothing
 * is stored.
 */

const prefix = 'urn:ietf:params:oauth:request_uri:';

/**
 * Checks the `request_uri` of an authorization request. @param byReference returns the error for an address of the
 * application.
 * @returns undefined if the request wasn't pushed. @throws {ProtocolError} `missing_item` if the application must
 * push requests, or `invalid_item` if the `request_uri` is repeated or is an address of the application.
 */
export function checkRequestUri(
  application: Application,
  sent: SentRequest,
  byReference: () => ProtocolError,
): string | undefined {
  const { par = 'optional' } = application;
  const { request_uri } = sent.values;
  if (sent.repeated.includes('request_uri')) throw invalid();
  if (request_uri === undefined && par !== 'optional')
    throw new ProtocolError(refusals.missing_item, { item: 'request_uri' });
  if (request_uri !== undefined && !request_uri.startsWith(prefix)) throw byReference();
  return request_uri;
}

/**
 * Rejects a pushed request that itself contains a `request_uri` (RFC 9126 §2.1). @throws {ProtocolError}
 * `invalid_item` if the request contains a `request_uri`.
 */
export function refuseRequestUri({ values, repeated }: SentRequest): void {
  if (values.request_uri !== undefined || repeated.includes('request_uri')) throw invalid();
}

const invalid = () => new ProtocolError(refusals.invalid_item, { item: 'request_uri' });

/**
 * Returns the `request_uri` of a validated request. Called in the par worker. @param now in seconds since 1970.
 */
export async function createRequestUri(
  keys: KeyRing,
  client_id: string,
  request: AuthorizationRequest,
  now: number,
): Promise<string> {
  const { redirect_uri, state, code_challenge, prompt, isHybrid, uiLanguage } = request;
  const { scope, nonce, max_age, requiresPhone, id_token_hint, formPost } = request;
  const value = {
    c: client_id,
    r: await redirectUriDigest(redirect_uri),
    s: state,
    ...(code_challenge && { q: code_challenge }),
    ...(prompt && { p: prompt }),
    ...(isHybrid && { h: true as const }),
    ...(uiLanguage && { g: uiLanguage }),
    ...(scope && { o: scope }),
    ...(nonce && { n: nonce }),
    ...(max_age !== undefined && { m: max_age }),
    ...(requiresPhone && { a: requiresPhone }),
    ...(id_token_hint && { t: id_token_hint }),
    ...(formPost && { f: formPost }),
  };
  return prefix + (await pushedRequest.seal(keys, value, now + pushedRequestLifetime));
}

/**
 * Decrypts the request in a `request_uri`. Called in the authorize worker. The `request_uri` can be used
 * repeatedly until it expires, like any authorization URL, unless the application's requests work only once
 * (sign-in/request/used-request.ts). @param now in seconds since 1970. @throws {ProtocolError}
 * `invalid_item` if the `request_uri` is forged or belongs to another application, or if its redirect URI is no
 * longer registered.
 */
export async function decryptPushedRequest(
  keys: KeyRing,
  { client_id, redirect_uris }: Application,
  request_uri: string,
  now: number,
): Promise<{ request: AuthorizationRequest; isExpired: boolean }> {
  const sealed = request_uri.slice(prefix.length);
  const { value, expires = 0 } = (await pushedRequest.read(keys, sealed)) ?? {};
  const redirect_uri = value?.c === client_id ? await redirectOfDigest(redirect_uris, value.r) : undefined;
  if (value === undefined || redirect_uri === undefined) throw invalid();
  const request = {
    redirect_uri,
    state: value.s,
    isHybrid: value.h === true,
    ...(value.q && { code_challenge: value.q }),
    ...(value.p && { prompt: value.p }),
    ...(value.g && { uiLanguage: value.g }),
    ...(value.o && { scope: value.o }),
    ...(value.n && { nonce: value.n }),
    ...(value.m !== undefined && { max_age: value.m }),
    ...(value.a && { requiresPhone: value.a }),
    ...(value.t && { id_token_hint: value.t }),
    ...(value.f && { formPost: value.f }),
  };
  return { request, isExpired: expires <= now };
}
