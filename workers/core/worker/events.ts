import { toHex } from '../crypto/bytes.ts';
import type { KeyRing, Pseudonym } from '../crypto/keys.ts';
import type { Context } from './endpoint.ts';
import { describeFailure, type LogFields } from './log.ts';

/** A field of an event. `person` is a pseudonym, and `changed` lists field names without values. */
type EventField =
  | 'access_reason'
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

/**
 * The events of the service or the gateway, with each event's fields. docs/reference/events.md lists when each
 * event occurs.
 */
type EventTable = Readonly<Record<string, readonly EventField[]>>;

/** The details of an event. `plid` becomes the event's `person`. Fields without a value are omitted. */
type Details<Fields extends readonly EventField[]> = {
  [Field in Exclude<Fields[number], 'person'>]: string | number | undefined;
} & ('person' extends Fields[number] ? { plid: string | undefined } : unknown);

type EventContext = Pick<Context<{ KEYS: KeyRing }>, 'env' | 'line' | 'log' | 'waitUntil'>;

/** Length of a pseudonym, in bytes. */
const length = 16;

/**
 * Returns a user's pseudonyms in the log. A pseudonym is a key's id, such as `k1:`, and an HMAC of the plid under
 * a key derived from that key. All workers write the pseudonym from the current key, and older lines contain
 * pseudonyms from earlier keys. Without the key, a pseudonym can't be resolved.
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
 * Adds an event to its request's log line. The event's name is added to `events`, and its fields are added to the
 * line. An event gets its own line if its fields conflict, such as for two users or carriers in one request. It
 * also gets its own line if it occurs twice, or if the request's line is already written.
 */
function addEvent({ line, log }: Pick<EventContext, 'line' | 'log'>, event: string, about: LogFields): void {
  const fields = Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined));
  const present: Readonly<Record<string, unknown>> = line.fields;
  const fits = Object.entries(fields).every(([name, value]) => (present[name] ?? value) === value);
  const recorded = Object(line.fields.events);
  if (line.isOpen && fits && !(event in recorded))
    Object.assign(line.fields, fields, { events: { ...recorded, [event]: 1 } });
  else log('info', { events: { [event]: 1 }, ...fields });
}

interface EventSource {
  /** Purpose of the key for the pseudonyms. */
  purpose: string;
  /** Returns additional fields for the events of a user. */
  markOf?: (plid: string) => LogFields;
}

/**
 * Defines the events of the service or the gateway, for the operator's statistics. An event is something that
 * happened to a user or an application. The events are fields in their request's log line.
 */
export function defineEvents<const Table extends EventTable>(
  { purpose, markOf = () => ({}) }: EventSource,
  table: Table,
) {
  return {
    table,
    /** Returns the values of `person` that identify the user in log events, one per key, current key first. */
    pseudonyms: (keys: KeyRing, plid: string) => pseudonymsInLog(keys, purpose, plid),
    /**
     * Records an event after the response. If the event's pseudonym can't be computed, the event is recorded
     * without a pseudonym.
     */
    record<Name extends keyof Table & string>(
      { env, ...context }: EventContext,
      event: Name,
      { plid, ...fields }: Details<Table[Name]> & { plid?: string | undefined },
    ): void {
      const person = async (): Promise<LogFields> => {
        if (plid === undefined) return {};
        const [current] = await pseudonymsInLog(env.KEYS, purpose, plid);
        return { person: current, ...markOf(plid) };
      };
      const work = person()
        .catch((failure: unknown): LogFields => ({ failed_line: describeFailure(failure) }))
        .then(async (about) => {
          // Wait for the response, because later notes of the request would overwrite the event's fields.
          await context.line.answered;
          addEvent(context, event, { ...fields, ...about });
        });
      // Call `waitUntil` once per request, because each call costs a tenth of a token exchange's CPU time.
      if (!context.line.isOpen) context.waitUntil(work);
      else if (context.line.awaited.push(work) === 1) context.waitUntil(context.line.written);
    },
  };
}
