import { isObject } from '../fields/read-record.ts';
import { callService, type ServiceSettings } from './call-service.ts';

/** The part of a service's metadata (RFC 8414) that a sign-in needs. */
export interface Metadata {
  /** Whether the service supports pushed requests (RFC 9126). */
  takesPushed: boolean;
  /** Whether the service's callbacks contain `iss` (RFC 9207). */
  sendsIssuer: boolean;
}

const path = '/.well-known/oauth-authorization-server';

/** How long a sign-in waits for the metadata, in seconds. */
const patience = 2;
/**
 * How long metadata is cached (`keptFor`), and how long a failure to read it is cached (`retriedAfter`), in
 * seconds.
 */
const keptFor = 3_600;
const retriedAfter = 60;

const silent: Metadata = { takesPushed: false, sendsIssuer: false };

/**
 * Creates a function that reads and caches the service's metadata. The function never fails. If the metadata is
 * missing or times out, the service counts as supporting no optional feature. Values are cached instead of
 * promises, because on workerd, a request can't wait for another request's promise.
 */
export function metadataReader(settings: ServiceSettings): (now: number) => Promise<Metadata> {
  let kept = silent;
  let until = 0;
  return async (now) => {
    if (now < until) return kept;
    const timeout = Math.min(settings.timeout, patience);
    const read = await callService({ ...settings, timeout }, path, {}, readMetadata).catch(() => undefined);
    until = now + (read === undefined ? retriedAfter : keptFor);
    kept = read ?? silent;
    return kept;
  };
}

function readMetadata(body: unknown): Metadata {
  const named = isObject(body) ? body : {};
  return {
    takesPushed: typeof named.pushed_authorization_request_endpoint === 'string',
    sendsIssuer: named.authorization_response_iss_parameter_supported === true,
  };
}
