import type { KeyRing } from '../../core/crypto/keys.ts';
import { Memo } from '../../core/crypto/memo.ts';
import { clientIdFormat } from '../../core/protocol/credentials.ts';
import { callKv } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import {
  applicationCacheLifetime,
  applicationRefreshAge,
  staleApplicationLifetime,
} from '../settings/service-lifetimes.ts';
import type { FieldValues } from './application-fields.ts';

/** A stored client secret. It contains the secret's digest and field key, but not the secret itself. */
export interface ApplicationSecret {
  id: string;
  /**
   * SHA-256 of the secret, in lowercase hexadecimal. The secret has 256 bits of entropy, so a slow key derivation
   * isn't needed.
   */
  sha256: string;
  /** The encrypted field key (§2.2). */
  field_key: string;
  /** In seconds since 1970. */
  created: number;
}

/**
 * A registered application. Its Durable Object is the source of truth, and KV has a copy under
 * {@link applicationKvKey}.
 */
export interface Application extends FieldValues {
  client_id: string;
  /** Increases with every change. */
  version: number;
  /** The client secrets, starting with the current one. During a rotation, the application has two secrets. */
  secrets: ApplicationSecret[];
  created: number;
}

/** What remains of a deleted application. `deleted` is in seconds since 1970. */
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
/** Context of a request. `waitUntil` is missing if no user is waiting. */
export type ApplicationsContext<Env = ApplicationsEnv> = Pick<Context<Env>, 'env' | 'now' | 'log'> &
  Partial<Pick<Context<Env>, 'waitUntil'>>;

/** Time until KV is read again after a miss or failure, in seconds. */
const retryInterval = 5;

/** A copy from KV. Times are in seconds since 1970. */
interface CachedCopy {
  copy: ApplicationCopy;
  read: number;
  /** Time from which KV is read in the background. */
  nextRefresh: number;
  /** Time from which a request waits for KV. */
  nextRead: number;
}

/** The copies that this isolate has read, by client id. */
const cache = new Memo<string, CachedCopy>();
/**
 * Client ids that KV doesn't have. The value is the time until which KV isn't read again for the client id. This
 * map is separate from the cache, so that invented client ids can't evict an application from the cache.
 */
const misses = new Memo<string, number>();

export const applicationKvKey = (client_id: string) => `application:${client_id}`;

type CopiesContext = ApplicationsContext<Pick<ApplicationsEnv, 'APPLICATIONS'>>;

/**
 * Finds a registered application. Changes are visible within about a minute (docs/operate/applications.md).
 * @returns undefined if there is no such application. @throws {ProtocolError} `unavailable` if KV has been failing
 * for an hour.
 */
export async function findApplication(
  context: CopiesContext,
  client_id: string,
): Promise<Application | undefined> {
  const { now, log } = context;
  const cached = cache.get(client_id);
  if (cached !== undefined && now < cached.nextRead) {
    refresh(context, cached);
    return live(cached.copy);
  }
  if (!clientIdFormat.test(client_id) || now < (misses.get(client_id) ?? 0)) return undefined;
  try {
    return await read(context, client_id);
  } catch (failure) {
    if (cached === undefined || now >= cached.read + staleApplicationLifetime) throw failure;
    log('warn', { client_id, stale: true, cause: describeFailure(failure) });
    cached.nextRefresh = cached.nextRead = now + retryInterval;
    return live(cached.copy);
  }
}

/**
 * Reads KV in the background, so that later requests don't have to wait. If the read fails, the cached copy stays.
 * The failure is reported only by the request that later finds the copy too old.
 */
function refresh(context: CopiesContext, cached: CachedCopy): void {
  const { now, waitUntil } = context;
  if (waitUntil === undefined || now < cached.nextRefresh) return;
  cached.nextRefresh = now + retryInterval;
  waitUntil(read(context, cached.copy.client_id).catch(() => undefined));
}

async function read({ env, now }: CopiesContext, client_id: string): Promise<Application | undefined> {
  const reading = env.APPLICATIONS.get<ApplicationCopy>(applicationKvKey(client_id), 'json');
  const copy = await callKv('reading an application from KV', reading);
  return copy === null ? noteMiss(client_id, now) : live(cacheCopy(copy, now));
}

const live = (copy: ApplicationCopy) => (isDeleted(copy) ? undefined : copy);

/**
 * Caches a copy in this isolate unless the cache has a newer one, because KV may return an older copy for a
 * minute. Operators see their own changes to an application at once. A newer copy that was read an hour ago is
 * replaced, because the application was restored or registered again. @param now in seconds since 1970.
 * @returns the copy that the cache now has.
 */
export function cacheCopy(copy: ApplicationCopy, now: number): ApplicationCopy {
  const { client_id, version } = copy;
  const cached = cache.get(client_id);
  const isKept =
    cached !== undefined && cached.copy.version > version && now < cached.read + staleApplicationLifetime;
  const latest = isKept ? { copy: cached.copy, read: cached.read } : { copy, read: now };
  const nextRefresh = now + applicationRefreshAge;
  cache.set(client_id, { ...latest, nextRefresh, nextRead: now + applicationCacheLifetime });
  return latest.copy;
}

/** Clears this isolate's cache when the local environment is reset (sandbox/world). */
export function clearApplicationCache(): void {
  cache.clear();
  misses.clear();
}

function noteMiss(client_id: string, now: number): undefined {
  cache.delete(client_id);
  misses.set(client_id, now + retryInterval);
}
