import { isAutomaticLogin, nonEmptyAttributes } from '../../../packages/plid/fields/read-record.ts';
import { ProtocolError, retryLaterError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { Identity, SentUserRecord } from '../../core/protocol/user-record.ts';
import { callObject } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import { type UserObjectEnv, userOf } from '../objects/gateway-objects.ts';
import type { SignInRequest, StoredUser } from '../objects/user-tables.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { gatewayEvents } from '../settings/gateway-events.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';
import { storedIdentity } from '../settings/gateway-sealed-types.ts';
import { mergeIdentity } from './merge-identity.ts';
import { indexNames } from './pseudonyms.ts';

/** Maximum number of attempts when parallel sign-ins of the same user change the record. */
const attempts = 5;

type UserContext = Pick<
  Context<UserObjectEnv & Pick<Bindings, 'KEYS'>>,
  'env' | 'now' | 'line' | 'log' | 'waitUntil'
>;

/**
 * Opens a session for a user and stores the user in the same transaction. This takes one call, unless the object
 * needs the worker to decrypt the stored identity. An automatic login contains no identity (§2.1 mode 2), so the
 * stored identity stays. A plid with a new owner starts with an empty identity, and the previous owner's sessions
 * end.
 * @returns the user's identity, and the ids of the ended sessions. @throws {ProtocolError} `signed_out` if the
 * user was disconnected meanwhile; `login_required` if a full sign-in is required because the user has signed out
 * everywhere; `unavailable`.
 */
export async function signInUser(
  context: UserContext,
  user: SentUserRecord,
  session: Pick<SignInRequest, 'session' | 'began' | 'replaces'>,
): Promise<{ identity: Identity; ended: string[] }> {
  const { env, now } = context;
  const { plid } = user;
  const object = userOf(env, plid);
  const automatic = isAutomaticLogin(user);
  let seen: { user: StoredUser | undefined } | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { identity, change } = await mergeIdentity(env.KEYS, seen?.user, nonEmptyAttributes(user));
    const [index = null] = await indexNames(env.KEYS, identity.phoneNo);
    const decided = { ...change, revision: seen && change.revision };
    const request = { ...session, ...decided, automatic, number: { plid, index } };
    const result = await callObject('opening a session', object.signIn(request, now));
    if (result.outcome === 'signed_in') {
      if (result.ownerChanged) gatewayEvents.record(context, 'number_changed_hands', { plid });
      const kept = result.stored && (await currentIdentity(context, plid, result.stored, result.index));
      return { identity: kept ?? identity, ended: result.ended };
    }
    if (result.outcome === 'disconnected') throw new ProtocolError(gatewayRefusals.signed_out);
    if (result.outcome === 'full_sign_in_required') {
      gatewayEvents.record(context, 'automatic_login_refused', { plid });
      throw new ProtocolError(refusals.login_required);
    }
    seen = { user: result.stored };
  }
  throw retryLaterError(refusals.unavailable, 1);
}

/**
 * Returns the stored identity after a sign-in without attributes. If the identity is encrypted or listed under an
 * earlier key, the object is updated after the response. An identity that no key decrypts stays, because a key may
 * be missing by mistake.
 */
async function currentIdentity(
  { env, now, log, waitUntil }: UserContext,
  plid: string,
  { identity: sealed }: StoredUser,
  listed: string | null = null,
): Promise<Identity> {
  const identity = await storedIdentity.open(env.KEYS, sealed, 0);
  if (identity === undefined) return {};
  const [index = null] = await indexNames(env.KEYS, identity.phoneNo);
  const isCurrent = storedIdentity.isCurrent(env.KEYS, sealed);
  if (isCurrent && index === listed) return identity;
  const resealed = isCurrent ? undefined : await storedIdentity.seal(env.KEYS, identity);
  const updating = userOf(env, plid).bringUpToDate(
    { previous: sealed, identity: resealed, number: { plid, index } },
    now,
  );
  const operation = 'bringing a user up to date';
  waitUntil(updating.catch((failure) => log('warn', { operation, cause: describeFailure(failure) })));
  return identity;
}
