import * as v from 'valibot';
import type { AccessEnv } from '../../../audit/record-access.ts';
import type { KeyRing } from '../../../core/crypto/keys.ts';
import { clientIdFormat } from '../../../core/protocol/credentials.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { accessReason } from '../../../core/protocol/user-identifier.ts';
import { callKv, callObject } from '../../../core/storage/call-with-timeout.ts';
import type { OperatorContext } from '../../../core/worker/operator-token.ts';
import { type AccountsEnv, accountOf } from '../../objects/accounts.ts';
import {
  type EventMethods,
  type UndeliveredEvent,
  undeliveredEventKey,
} from '../../objects/undelivered-events.ts';
import { recordAccess } from '../access/service-access.ts';
import { decryptListCursor, nextCursor } from './list-applications.ts';

/** Lists and redelivers the undelivered events of an application (docs/operate/applications.md, Events). */

interface UndeliveredEnv extends AccountsEnv {
  KEYS: KeyRing;
  APPLICATIONS: KVNamespace;
}

/** The events to redeliver: a single event, or one page of all events. */
export const redeliveryRequestSchema = v.strictObject({
  jti: v.exactOptional(v.pipe(v.string(), v.uuid())),
  cursor: v.exactOptional(v.string()),
  reason: v.exactOptional(accessReason),
});

/** A page of undelivered events. */
interface UndeliveredPage {
  events: ({ jti: string } & UndeliveredEvent)[];
  cursor: string | undefined;
}

/**
 * Number of events on one page. The page size is limited because redelivering an event requires a call to its
 * account.
 */
const pageSize = 100;

/**
 * Returns one page of an application's undelivered events. The list may lag by a minute. @throws {ProtocolError}
 * `not_found`, `invalid_item`, `unavailable`.
 */
export async function listUndelivered(
  env: UndeliveredEnv,
  client_id = '',
  cursor: string | undefined,
  now: number,
): Promise<UndeliveredPage> {
  if (!clientIdFormat.test(client_id)) throw new ProtocolError(refusals.not_found);
  const prefix = undeliveredEventKey(client_id);
  const position = await decryptListCursor(env, cursor, now);
  const listing = env.APPLICATIONS.list<UndeliveredEvent>({ prefix, limit: pageSize, cursor: position });
  const page = await callKv('listing events in KV', listing);
  const events = page.keys.flatMap(({ name, metadata }) =>
    metadata === undefined ? [] : [{ jti: name.slice(prefix.length), ...metadata }],
  );
  return { events, cursor: await nextCursor(env, page, now) };
}

/**
 * Records an operator's access to undelivered events, which contain plids. @throws {ProtocolError}
 * `access_not_recorded`.
 */
export const recordEventAccess = (
  context: OperatorContext<AccessEnv>,
  action: 'events list' | 'events resend',
  reason: string | undefined,
  { events }: UndeliveredPage,
): Promise<void> =>
  recordAccess(context, {
    action,
    reason,
    client_id: context.path.client_id,
    plids: [...new Set(events.map(({ plid }) => plid))],
  });

/**
 * Returns the events to redeliver. @throws {ProtocolError} `not_found` if the list has no such event,
 * `invalid_item`, or `unavailable`.
 */
export async function findUndelivered(
  env: UndeliveredEnv,
  client_id: string,
  { jti, cursor }: v.InferOutput<typeof redeliveryRequestSchema>,
  now: number,
): Promise<UndeliveredPage> {
  if (jti === undefined) return listUndelivered(env, client_id, cursor, now);
  return { events: [{ jti, ...(await readUndelivered(env, client_id, jti)) }], cursor: undefined };
}

/**
 * Redelivers events, including events that are still being retried. An event that has been delivered in the
 * meantime is removed from the list.
 * @returns the number of events to deliver. @throws {ProtocolError} `unavailable`.
 */
export async function redeliverEvents(
  env: UndeliveredEnv,
  client_id: string,
  { events, cursor }: UndeliveredPage,
  now: number,
) {
  const sending = events.map(async (event) => {
    const isThere = await callObject(
      'sending an event again',
      accountOf<EventMethods>(env, event.plid).resendEvent(event.jti, now),
    );
    if (!isThere)
      await callKv('forgetting an event', env.APPLICATIONS.delete(undeliveredEventKey(client_id, event.jti)));
    return isThere;
  });
  const resent = (await Promise.all(sending)).filter(Boolean).length;
  return { resent, cursor };
}

async function readUndelivered(
  env: UndeliveredEnv,
  client_id: string,
  jti: string,
): Promise<UndeliveredEvent> {
  if (!clientIdFormat.test(client_id)) throw new ProtocolError(refusals.not_found);
  const reading = env.APPLICATIONS.getWithMetadata<UndeliveredEvent>(undeliveredEventKey(client_id, jti));
  const { metadata } = await callKv('reading an event from KV', reading);
  if (metadata === null) throw new ProtocolError(refusals.not_found);
  return metadata;
}
