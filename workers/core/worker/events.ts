import { toHex } from '../../../packages/plid/crypto/bytes.ts';
import type { KeyRing, Pseudonym } from '../crypto/keys.ts';
import type { Context } from './endpoint.ts';
import { describeFailure, type LogFields } from './log.ts';

/** The fields of an event. `person` is a pseudonym, and `changed` names fields, without their values. */
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

/** The events of one half, with the fields of each. Its guide says when each happens. */
type EventTable = Readonly<Record<string, readonly EventField[]>>;

/** `plid` becomes the event's `person`. A field without a value is left out. */
type Details<Fields extends readonly EventField[]> = {
  [Field in Exclude<Fields[number], 'person'>]: string | number | undefined;
} & ('person' extends Fields[number] ? { plid: string | undefined } : unknown);

type EventContext = Pick<Context<{ KEYS: KeyRing }>, 'env' | 'line' | 'log' | 'waitUntil'>;

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
 * Adds an event to the line of its request: its name to `events`, and its fields beside them. An event whose field the line has otherwise
 * (two people in one request, two carriers), that happens twice, or that comes after the line, has one of its own, in the same shape.
 */
function tell({ line, log }: Pick<EventContext, 'line' | 'log'>, event: string, about: LogFields): void {
  const fields = Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined));
  const fits = Object.entries(fields).every(([name, value]) => (line.fields[name] ?? value) === value);
  const told = Object(line.fields.events);
  if (line.isOpen && fits && !(event in told))
    Object.assign(line.fields, fields, { events: { ...told, [event]: 1 } });
  else log('info', { events: { [event]: 1 }, ...fields });
}

/**
 * Defines the events of a half: what happened to a person or an application, as an operator counts it. They are fields of the line of the
 * request in which they happened.
 * @param purpose of the key that makes the pseudonyms.
 */
export function defineEvents<const Table extends EventTable>(purpose: string, table: Table) {
  return {
    table,
    /** The `person` of somebody's events: under the current key, then under each of those before. */
    pseudonyms: (keys: KeyRing, plid: string) => pseudonymsInLog(keys, purpose, plid),
    /** Tells of an event, beside the answer, which does not wait for it. One whose pseudonym cannot be made is told without it. */
    record<Name extends keyof Table & string>(
      { env, ...context }: EventContext,
      event: Name,
      { plid, ...fields }: Details<Table[Name]> & { plid?: string | undefined },
    ): void {
      const person = async (): Promise<LogFields> => {
        const [current] = plid === undefined ? [] : await pseudonymsInLog(env.KEYS, purpose, plid);
        return { person: current };
      };
      const work = person()
        .catch((failure: unknown): LogFields => ({ failedLine: describeFailure(failure) }))
        .then(async (about) => {
          // A note that the request makes later would take the place of the event's own fields.
          await context.line.answered;
          tell(context, event, { ...fields, ...about });
        });
      // One `waitUntil` for all of a request: each is a tenth of an exchange's CPU time.
      if (!context.line.isOpen) context.waitUntil(work);
      else if (context.line.awaited.push(work) === 1) context.waitUntil(context.line.written);
    },
  };
}
