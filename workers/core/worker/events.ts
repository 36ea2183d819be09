import { toHex } from '../../../packages/plid/crypto/bytes.ts';
import type { KeyRing, Pseudonym } from '../crypto/keys.ts';
import type { Context } from './endpoint.ts';

/** The fields of an event. `person` is a pseudonym, and `changed` names fields, without their values. */
type EventField =
  | 'automatic'
  | 'call'
  | 'carrier'
  | 'changed'
  | 'client_id'
  | 'inputs'
  | 'kind'
  | 'person'
  | 'risk'
  | 'secret'
  | 'sessions'
  | 'token';

/** The events of one half, with the fields that each has beside `event`. Its guide says when each happens. */
type EventTable = Readonly<Record<string, readonly EventField[]>>;

/** `plid` becomes the event's `person`. A field without a value is left out. */
type Details<Fields extends readonly EventField[]> = {
  [Field in Exclude<Fields[number], 'person'>]: string | number | undefined;
} & ('person' extends Fields[number] ? { plid: string | undefined } : unknown);

type EventContext = Pick<Context<{ KEYS: KeyRing }>, 'env' | 'log' | 'waitUntil'>;

/** Length of a pseudonym, in bytes. */
const length = 16;

/**
 * The log's pseudonyms of a person: `k1:` (the id of a key) and an HMAC of their plid under a key derived from it. The current key's is
 * the one that is written, in all workers of a half; earlier keys' are in older lines. Only the key tells whose it is.
 */
async function pseudonymsInLog(
  keys: KeyRing,
  purpose: string,
  plid: string,
): Promise<[current: string, ...former: string[]]> {
  const written = ([id, mac]: Pseudonym) => `${id}:${toHex(mac.slice(0, length))}`;
  const [current, ...former] = await keys.pseudonyms(purpose, plid);
  return [written(current), ...former.map(written)];
}

/**
 * Defines the events of a half: what happened to a person or an application, as an operator counts it. Each is a line of the log of its
 * own, with the request's id, since one request may have several.
 * @param purpose of the key that makes the pseudonyms.
 */
export function defineEvents<const Table extends EventTable>(purpose: string, table: Table) {
  return {
    table,
    /** The `person` of somebody's events: under the current key, then under each of those before. */
    pseudonyms: (keys: KeyRing, plid: string) => pseudonymsInLog(keys, purpose, plid),
    /** Writes an event to the log, beside the answer, which does not wait for it. */
    record<Name extends keyof Table & string>(
      { env, log, waitUntil }: EventContext,
      event: Name,
      { plid, ...fields }: Details<Table[Name]> & { plid?: string | undefined },
    ): void {
      const write = async () => {
        const [person] = plid === undefined ? [] : await pseudonymsInLog(env.KEYS, purpose, plid);
        log('info', { event, ...fields, person });
      };
      waitUntil(write());
    },
  };
}
