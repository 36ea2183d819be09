import { Memo } from '../../../packages/plid/crypto/memo.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { clientIdFormat } from '../../core/protocol/credentials.ts';
import { callKv } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import type { StoredFields } from './application-fields.ts';
import { applicationCacheLifetime, staleApplicationLifetime } from './service-lifetimes.ts';

/** A client secret at rest: its digest and its field key, but not the secret itself. */
export interface ApplicationSecret {
  id: string;
  /** Lower-case hexadecimal. The secret has 256 bits of entropy, so that no slow derivation is needed. */
  sha256: string;
  /** The sealed field key (§2.2). */
  field_key: string;
  /** In seconds since 1970. */
  created: number;
}

/**
 * A registered application. Its Durable Object holds it, and KV a copy, under {@link applicationKey}.
 */
export interface Application extends StoredFields {
  client_id: string;
  /** Incremented by every change. */
  version: number;
  /** The current secret first; two during a rotation. */
  secrets: ApplicationSecret[];
  created: number;
}

/** The record that stays of a deleted application. `deleted` in seconds since 1970. */
export interface DeletedApplication {
  client_id: string;
  version: number;
  deleted: number;
}

export type ApplicationCopy = Application | DeletedApplication;

export const isDeleted = (copy: ApplicationCopy): copy is DeletedApplication => 'deleted' in copy;

export interface ApplicationsEnv {
  APPLICATIONS: KVNamespace;
  KEYS: KeyRing;
}
export type ApplicationsContext<Env = ApplicationsEnv> = Pick<Context<Env>, 'env' | 'now' | 'log'>;

/** How long it waits before it asks KV again after a miss or a failure, in seconds. */
const retryInterval = 5;

/** A copy as it was read from KV. Times in seconds since 1970. */
interface CachedCopy {
  copy: ApplicationCopy;
  read: number;
  nextRead: number;
}

/** The copies that this isolate has read, by client id. */
const cache = new Memo<string, CachedCopy>();
/** Client ids that KV does not have, and until when not to ask again. A memo of its own, so that made-up ids evict no application. */
const misses = new Memo<string, number>();

export const applicationKey = (client_id: string) => `application:${client_id}`;

/**
 * A registered application; undefined where there is none. Changes are seen within a minute or so (docs/applications.md).
 * @throws {ProtocolError} `unavailable` where KV fails, and for an hour has failed.
 */
export async function findApplication(
  { env, now, log }: ApplicationsContext<Pick<ApplicationsEnv, 'APPLICATIONS'>>,
  client_id: string,
): Promise<Application | undefined> {
  const cached = cache.get(client_id);
  if (cached !== undefined && now < cached.nextRead) return live(cached.copy);
  if (!clientIdFormat.test(client_id) || now < (misses.get(client_id) ?? 0)) return undefined;
  try {
    const read = env.APPLICATIONS.get<ApplicationCopy>(applicationKey(client_id), 'json');
    const copy = await callKv('reading an application from KV', read);
    return copy === null ? noteMiss(client_id, now) : live(cacheCopy(copy, now));
  } catch (failure) {
    if (cached === undefined || now >= cached.read + staleApplicationLifetime) throw failure;
    log('warn', { client_id, stale: true, cause: describeFailure(failure) });
    cached.nextRead = now + retryInterval;
    return live(cached.copy);
  }
}

const live = (copy: ApplicationCopy) => (isDeleted(copy) ? undefined : copy);

/**
 * Keeps a copy in this isolate, unless a newer one is there already: KV may hand out an older one for a minute.
 * The operator who has just changed an application sees the change at once.
 * @param now in seconds since 1970. @returns the newer of the two.
 */
export function cacheCopy(copy: ApplicationCopy, now: number): ApplicationCopy {
  const { client_id, version } = copy;
  const cached = cache.get(client_id)?.copy;
  const newer = cached !== undefined && cached.version > version ? cached : copy;
  cache.set(client_id, { copy: newer, read: now, nextRead: now + applicationCacheLifetime });
  return newer;
}

/** Forgets what this isolate has read: for a world that begins anew (workers/sandbox/world). */
export function forgetApplications(): void {
  cache.clear();
  misses.clear();
}

function noteMiss(client_id: string, now: number): undefined {
  cache.delete(client_id);
  misses.set(client_id, now + retryInterval);
}
