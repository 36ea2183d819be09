import type { UserIdentifier } from '../../../core/protocol/user-identifier.ts';
import type { Identity } from '../../../core/protocol/user-record.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { numberIndexOf, type UserObjectEnv, userOf } from '../../objects/gateway-objects.ts';
import type { StoredGatewayUser } from '../../objects/user-tables.ts';
import { decryptIdentity } from '../../sessions/decrypt-identity.ts';
import { publicSession } from '../../sessions/session-handle.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import { gatewayEvents } from '../../settings/gateway-events.ts';
import { forgetUser } from '../../users/forget-user.ts';
import { indexNames } from '../../users/pseudonyms.ts';

type PeopleContext = Pick<
  Context<UserObjectEnv & Pick<Bindings, 'KEYS' | 'SESSIONS'>>,
  'env' | 'now' | 'log'
>;

/**
 * A stored user with the identity decrypted. The identity is empty if no identity is stored or if the stored
 * identity can't be decrypted.
 */
interface FoundUser {
  plid: string;
  identity: Identity;
  record: StoredGatewayUser;
}

/**
 * Finds the users with a plid or a phone number. A number may have several users, because a user who registers
 * again gets another plid. @throws {ProtocolError} `unavailable`.
 */
export async function findUsers(context: PeopleContext, named: UserIdentifier): Promise<FoundUser[]> {
  if ('plid' in named) return readUser(context, named.plid);
  const { env } = context;
  const names = await indexNames(env.KEYS, named.phoneNo);
  const listed = await Promise.all(
    names.map((name) => callObject('finding the users of a number', numberIndexOf(env, name).listed())),
  );
  const found = await Promise.all([...new Set(listed.flat())].map((plid) => readUser(context, plid)));
  return found
    .flat()
    .filter(({ identity, record }) => record.identity !== undefined && hasNumber(identity, named.phoneNo));
}

/**
 * Whether a user that an index lists may have the number. After a user's number has changed, the index may be out
 * of date for a moment.
 */
const hasNumber = ({ phoneNo }: Identity, wanted: string) => phoneNo === undefined || phoneNo === wanted;

async function readUser({ env, now }: PeopleContext, plid: string): Promise<FoundUser[]> {
  const record = await callObject('reading a user', userOf(env, plid).record(now));
  if (record === undefined) return [];
  const identity = record.identity === undefined ? {} : await decryptIdentity(env.KEYS, record.identity);
  return [{ plid, identity, record }];
}

/** A user's data for the operator. Times in seconds since 1970. */
export async function userForOperator(
  { env }: Pick<PeopleContext, 'env'>,
  { plid, identity, record }: FoundUser,
): Promise<object> {
  const { seen, fullSignInAfter, disconnected, sessions, undeliveredLogouts, unhandledDeparture } = record;
  return {
    plid,
    pseudonyms: await gatewayEvents.pseudonyms(env.KEYS, plid),
    identity,
    seen,
    fullSignInAfter,
    disconnected,
    sessions: sessions.map((session) => ({
      ...publicSession(session),
      ...(session.login && { login: session.login }),
      ...(session.relyingParties.length > 0 && { relyingParties: session.relyingParties }),
    })),
    ...(undeliveredLogouts.length > 0 && { undeliveredLogouts }),
    ...(unhandledDeparture !== undefined && { unhandledDeparture }),
  };
}

/**
 * Erases users as a disconnection does, but without calling the service. The call can be repeated.
 * @returns the users who had any data. @throws {ProtocolError} `unavailable`.
 */
export async function eraseUsers(
  context: PeopleContext,
  users: readonly FoundUser[],
): Promise<{ plid: string; sessions: number }[]> {
  const stored = users.filter(({ record }) => record.identity !== undefined);
  return Promise.all(stored.map(async ({ plid }) => ({ plid, sessions: await forgetUser(context, plid) })));
}
