import { identityOf, isAutomaticLogin } from '../../../packages/plid/fields/read-record.ts';
import type { Identity, UserRecord } from '../../../packages/plid/protocol/user-record.ts';
import { ProtocolError, retryLaterError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { callObject } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { SignInRequest } from '../objects/user-tables.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { gatewayEvents } from '../shared/gateway-events.ts';
import { type UserObjectEnv, userOf } from '../shared/gateway-objects.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import { mergeIdentity } from './merge-identity.ts';
import { indexNames } from './pseudonyms.ts';

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
  context: Pick<Context<UserObjectEnv & Pick<Bindings, 'KEYS'>>, 'env' | 'now' | 'log' | 'waitUntil'>,
  user: UserRecord,
  session: Pick<SignInRequest, 'session' | 'began' | 'replaces'>,
): Promise<{ identity: Identity; ended: string[] }> {
  const { env, now } = context;
  const { plid } = user;
  const object = userOf(env, user.plid);
  const automatic = isAutomaticLogin(user);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await callObject('reading a user', object.stored());
    const { identity, change } = await mergeIdentity(env.KEYS, stored, identityOf(user));
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
