import { Memo } from '../../../packages/plid/crypto/memo.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { clientIdFormat } from '../../core/protocol/credentials.ts';
import { callKv } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import type { StoredFields } from './application-fields.ts';
import {
  applicationCacheLifetime,
  applicationRefreshAge,
  staleApplicationLifetime,
} from './service-lifetimes.ts';

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

/**
 * The addresses that a sign-out may redirect to. An application that was registered before this list existed uses its callback addresses until
 * the list is set.
 */
export const signOutAddresses = ({
  post_logout_redirect_uris,
  redirect_uris,
}: Pick<StoredFields, 'post_logout_redirect_uris' | 'redirect_uris'>): readonly string[] =>
  post_logout_redirect_uris ?? redirect_uris;

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
/** The context of a request; `waitUntil` is absent if no person waits. */
export type ApplicationsContext<Env = ApplicationsEnv> = Pick<Context<Env>, 'env' | 'now' | 'log'> &
  Partial<Pick<Context<Env>, 'waitUntil'>>;

/** How long it waits before it asks KV again after a miss or a failure, in seconds. */
const retryInterval = 5;

/** A copy as it was read from KV. Times in seconds since 1970. */
interface CachedCopy {
  copy: ApplicationCopy;
  read: number;
  /** From then on KV is asked beside a request. */
  nextRefresh: number;
  /** From then on a request waits for KV. */
  nextRead: number;
}

/** The copies that this isolate has read, by client id. */
const cache = new Memo<string, CachedCopy>();
/** Client ids that KV does not have, and until when not to ask again. A memo of its own, so that made-up ids evict no application. */
const misses = new Memo<string, number>();

export const applicationKey = (client_id: string) => `application:${client_id}`;

type CopiesContext = ApplicationsContext<Pick<ApplicationsEnv, 'APPLICATIONS'>>;

/**
 * A registered application; undefined where there is none. Changes are seen within a minute or so (docs/applications.md).
 * @throws {ProtocolError} `unavailable` where KV fails, and for an hour has failed.
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

/** Asks KV beside a request, so that no later one has to wait. While it fails the copy stays: the request that finds it too old says so. */
function refresh(context: CopiesContext, cached: CachedCopy): void {
  const { now, waitUntil } = context;
  if (waitUntil === undefined || now < cached.nextRefresh) return;
  cached.nextRefresh = now + retryInterval;
  waitUntil(read(context, cached.copy.client_id).catch(() => undefined));
}

async function read({ env, now }: CopiesContext, client_id: string): Promise<Application | undefined> {
  const reading = env.APPLICATIONS.get<ApplicationCopy>(applicationKey(client_id), 'json');
  const copy = await callKv('reading an application from KV', reading);
  return copy === null ? noteMiss(client_id, now) : live(cacheCopy(copy, now));
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
  const nextRefresh = now + applicationRefreshAge;
  cache.set(client_id, { copy: newer, read: now, nextRefresh, nextRead: now + applicationCacheLifetime });
  return newer;
}

/** Forgets what this isolate has read: for a world that begins anew (sandbox/world). */
export function forgetApplications(): void {
  cache.clear();
  misses.clear();
}

function noteMiss(client_id: string, now: number): undefined {
  cache.delete(client_id);
  misses.set(client_id, now + retryInterval);
}
