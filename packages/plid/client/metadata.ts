import { isObject } from '../fields/read-record.ts';
import { callService, type ServiceSettings } from './call-service.ts';

/** The part of a service's metadata (RFC 8414) that a sign-in needs. */
export interface Metadata {
  /** It takes pushed requests (RFC 9126). */
  takesPushed: boolean;
  /** Each of its callbacks says who answers (RFC 9207). */
  sendsIssuer: boolean;
}

const path = '/.well-known/oauth-authorization-server';

/** How long it may take to be read, in seconds: a sign-in waits for it. */
const patience = 2;
/** How long what was read is kept, and how long it is that nothing could be read, in seconds. */
const keptFor = 3_600;
const retriedAfter = 60;

const silent: Metadata = { takesPushed: false, sendsIssuer: false };

/**
 * A reader of the service's metadata, which keeps what it has read. It never fails: a service without metadata, or one that does not answer in
 * time, has said nothing. Values are kept and no promises, since on workerd no request may wait for another one's.
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
