import { toBase64url, utf8 } from '../../../packages/plid/crypto/bytes.ts';
import { identityOf, isAutomaticLogin } from '../../../packages/plid/fields/read-record.ts';
import { attributes, type Identity, type UserRecord } from '../../../packages/plid/protocol/user-record.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError, retryLaterError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { callObject } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import type { SignInRequest, StoredUser } from '../objects/user-tables.ts';
import { type Bindings, type UserObjectEnv, userOf } from '../shared/gateway-bindings.ts';
import { gatewayEvents } from '../shared/gateway-events.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import { type Session, storedIdentity } from '../shared/gateway-values.ts';
import {
  type CachedSession,
  cacheSession,
  deleteCachedSessions,
  type PresentedSession,
  presentedSession,
  readCachedSession,
} from './presented-session.ts';
import { isSilent } from './silent-kv.ts';

export type SessionsEnv = UserObjectEnv &
  Pick<Bindings, 'KEYS' | 'SESSIONS' | 'SESSION_CACHE_LIFETIME' | 'STALE_SESSION_LIFETIME'>;
type SessionsContext = Pick<Context<SessionsEnv>, 'env' | 'now' | 'waitUntil' | 'log'>;

/**
 * A session, if it is live. Usually this is one read of KV near the user. The User object is the source of truth: it is asked
 * again in the background before KV's copy becomes stale. Nothing is written per request.
 * @throws {ProtocolError} `unavailable` where the object fails and KV has no copy that is young enough.
 */
export async function readSession(
  context: SessionsContext,
  presented: PresentedSession,
): Promise<Session | undefined> {
  const { SESSION_CACHE_LIFETIME: fresh } = context.env;
  const copy = isSilent() ? undefined : await readCachedSession(context, presented);
  if (copy === undefined || copy.age >= fresh)
    return refreshSession(context, presented).catch((failure: unknown) =>
      insteadOfObject(context, presented, copy, failure),
    );
  if (copy.age > fresh / 2) context.waitUntil(refreshSession(context, presented).catch(() => undefined));
  return copy.session;
}

/** What KV's copy says where the object fails: one that was not looked at before, since KV was silent a moment ago, as well. @throws what the object failed with. */
async function insteadOfObject(
  context: SessionsContext,
  presented: PresentedSession,
  looked: CachedSession | undefined,
  failure: unknown,
): Promise<Session> {
  const { SESSION_CACHE_LIFETIME: fresh, STALE_SESSION_LIFETIME: stale } = context.env;
  const copy = looked ?? (isSilent() ? await readCachedSession(context, presented) : undefined);
  if (copy === undefined || copy.age >= Math.max(fresh, stale)) throw failure;
  if (copy.age < fresh) return copy.session;
  context.log('warn', { doing: 'using a stale copy of a session', cause: describeFailure(failure) });
  return { ...copy.session, stale: true };
}

/** KV's copy of an ended session is deleted at once: an earlier deletion may have failed. */
async function refreshSession(context: SessionsContext, presented: PresentedSession) {
  const session = await readStoredSession(context, presented);
  context.waitUntil(
    session === undefined
      ? deleteCachedSessions(context, [presented.id])
      : cacheSession(context, presented, session),
  );
  return session;
}

/** A live session as the User object has it. @throws {ProtocolError} `unavailable`. */
export async function readStoredSession(
  { env, now }: Pick<Context<UserObjectEnv & Pick<Bindings, 'KEYS'>>, 'env' | 'now'>,
  { plid, id }: Pick<PresentedSession, 'plid' | 'id'>,
): Promise<Session | undefined> {
  const stored = await callObject('reading a session', userOf(env, plid).session(id, now));
  if (stored === undefined) return undefined;
  const { autoLoginYn, autoStatusCheck, created, expires } = stored;
  const identity = await openIdentity(env.KEYS, stored.identity);
  return { user: { plid, ...identity, autoLoginYn, autoStatusCheck }, created, expires };
}

/**
 * The live session that a request presents, as the User object has it: for whatever must be exact, whether KV lags or not.
 * @throws {ProtocolError} `unavailable`.
 */
export async function presentedLiveSession({
  request,
  env,
  now,
}: Pick<Context<UserObjectEnv & Pick<Bindings, 'KEYS'>>, 'request' | 'env' | 'now'>) {
  const presented = await presentedSession(request, env.KEYS, now);
  if (presented === undefined) return undefined;
  const live = await callObject('reading a session', userOf(env, presented.plid).session(presented.id, now));
  return live === undefined ? undefined : presented;
}

/** What names a session to its user: enough of its id to find it among their own, and of no use anywhere else. */
export const handleOf = (id: string): string => id.slice(0, handleLength);
export const handleLength = 16;

/** The refusal of a request that presents no live session: 401 with a challenge (RFC 6750 §3). */
export const noSessionError = () =>
  new ProtocolError(gatewayRefusals.no_session, { headers: { 'WWW-Authenticate': 'Bearer' } });

export type UsersEnv = UserObjectEnv & Pick<Bindings, 'KEYS'>;

/** How often a sign-in starts over because another one of the same user has changed the record meanwhile. */
const attempts = 5;

/**
 * Opens a session of a user, and remembers them in the same step. An automatic login brings no identity (§2.1 mode 2):
 * the stored one stays. A plid that has a new owner starts with an empty identity, and the former owner's sessions end.
 * @returns the user's identity now, and the ids of the sessions that ended.
 * @throws {ProtocolError} `signed_out` where the user was disconnected meanwhile; `login_required` where they have logged
 * out everywhere and only a full sign-in will do; `unavailable`.
 */
export async function signInUser(
  context: Pick<Context<UsersEnv>, 'env' | 'now' | 'log' | 'waitUntil'>,
  user: UserRecord,
  session: Pick<SignInRequest, 'session' | 'began' | 'replaces'>,
): Promise<{ identity: Identity; ended: string[] }> {
  const { env, now } = context;
  const { plid } = user;
  const object = userOf(env, user.plid);
  const automatic = isAutomaticLogin(user);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await callObject('reading a user', object.stored());
    const { identity, change } = await mergeUser(env.KEYS, stored, identityOf(user));
    const [index = null] = await indexNames(env.KEYS, identity.phoneNo);
    const request = { ...session, ...change, automatic, number: { plid: user.plid, index } };
    const result = await callObject('opening a session', object.signIn(request, now));
    if (result.outcome === 'signed_in') {
      if (change.ownerChanged) gatewayEvents.record(context, 'number_changed_hands', { plid });
      return { identity, ended: result.ended };
    }
    if (result.outcome === 'disconnected') throw new ProtocolError(gatewayRefusals.signed_out);
    if (result.outcome === 'full_sign_in_required') {
      gatewayEvents.record(context, 'automatic_login_refused', { plid });
      throw new ProtocolError(refusals.login_required);
    }
  }
  throw retryLaterError(refusals.unavailable, 1);
}

type Change = Pick<SignInRequest, 'revision' | 'identity' | 'owner' | 'ownerChanged'>;

/** A user's identity after a sign-in, and what the User object has to change for it. */
export async function mergeUser(
  keys: KeyRing,
  stored: StoredUser | undefined,
  received: Identity,
): Promise<{ identity: Identity; change: Change }> {
  const owners = received.ci === undefined ? [] : await ownersOf(keys, received.ci);
  const ownerChanged = isAnotherOwner(keys, stored?.owner, owners);
  const before = stored === undefined || ownerChanged ? {} : await openIdentity(keys, stored.identity);
  const identity = inOrder({ ...before, ...received });
  const owner = owners[0];
  const unchanged =
    stored !== undefined &&
    !ownerChanged &&
    JSON.stringify(identity) === JSON.stringify(before) &&
    (owner ?? stored.owner) === stored.owner &&
    storedIdentity.isCurrent(keys, stored.identity);
  const sealed = unchanged ? undefined : await storedIdentity.seal(keys, identity);
  return { identity, change: { revision: stored?.revision ?? 0, identity: sealed, owner, ownerChanged } };
}

/** Whom a ci names, under each of the keys, the current one first. */
const ownersOf = (keys: KeyRing, ci: string) => pseudonymsOf(keys, 'gateway owner', ci);

/** The indexes of a phone number (number-index.ts), likewise: with a space, so that none is the name of a user. */
export const indexNames = async (keys: KeyRing, phoneNo: string | undefined): Promise<string[]> =>
  phoneNo === undefined
    ? []
    : (await pseudonymsOf(keys, 'gateway number', phoneNo)).map((name) => `number ${name}`);

/** Under each of the keys, the current one first: `k1:<HMAC>`. */
async function pseudonymsOf(keys: KeyRing, purpose: string, text: string): Promise<string[]> {
  const indexKeys = await keys.deriveIndexKeys(purpose);
  const macs = await Promise.all(indexKeys.map((key) => crypto.subtle.sign('HMAC', key, utf8(text))));
  return macs.map((mac, index) => `${keys.ids[index]}:${toBase64url(new Uint8Array(mac))}`);
}

/** Without a ci on either side, or without the key of the stored one, they cannot be compared: then no session ends. */
function isAnotherOwner(keys: KeyRing, stored: string | undefined, owners: readonly string[]): boolean {
  const [id = ''] = stored?.split(':') ?? [];
  return stored !== undefined && owners.length > 0 && keys.ids.includes(id) && !owners.includes(stored);
}

/** What was sealed under a key that is no longer in KEYS can't be read; the next full sign-in brings it again. */
export const openIdentity = async (keys: KeyRing, sealed: string): Promise<Identity> =>
  (await storedIdentity.open(keys, sealed, 0)) ?? {};

const inOrder = (identity: Identity): Identity =>
  Object.fromEntries(
    attributes.flatMap((attribute) => (identity[attribute] ? [[attribute, identity[attribute]]] : [])),
  );
