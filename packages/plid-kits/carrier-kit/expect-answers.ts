import type { Confirmation, Outcome, Start } from '../../../workers/core/carrier/port.ts';
import {
  type Reading,
  readConfirmation,
  readOutcome,
  readStart,
} from '../../../workers/core/carrier/read-answers.ts';
import { readName } from '../../../workers/core/protocol/personal-name.ts';
import { attributes } from '../../../workers/core/protocol/user-record.ts';
import { expectFields, expectNames } from '../test-suite/expect-fields.ts';
import type { Answer } from '../test-suite/http-response.ts';
import { expectThat, Mismatch } from '../test-suite/mismatch.ts';
import { expectAppLinks } from './expect-app-links.ts';

/** A validated response, and the names of the response's fields that the port doesn't define. */
interface Expected<Value> {
  value: Value;
  further: string[];
}

/** The fields of an answer in addition to `status`. A field that the port defines can't be left out. */
type FieldsOf<Answer> = Record<Exclude<Answer extends unknown ? keyof Answer : never, 'status'>, true>;

const common = { requestId: true, open: true, calls: true, shown: true, retryAfter: true } as const;
const confirmFields: FieldsOf<Confirmation> = { ...common, install: true };
const startFields: FieldsOf<Start> = { ...common, code: true, digits: true };
const outcomeFields: FieldsOf<Outcome> = { why: true, identity: true, phone: true, method: true };

/** @throws {Mismatch} if the response to `confirm` is invalid. */
export function expectConfirmation(answer: Answer): Expected<Confirmation> {
  const read = expectShape(answer, confirmFields, readConfirmation);
  const { value } = read;
  if (value.status === 'requested') expectAppLinks('open', value.open ?? {});
  if (value.status === 'unregistered') expectAppLinks('install', value.install ?? {});
  return read;
}

/** @throws {Mismatch} if the response to `start` is invalid. */
export function expectStart(answer: Answer): Expected<Start> {
  const read = expectShape(answer, startFields, readStart);
  if (read.value.status === 'started') expectAppLinks('open', read.value.open);
  return read;
}

/** @throws {Mismatch} if the response to `outcome` is invalid. */
export function expectOutcome(answer: Answer): Expected<Outcome> {
  const read = expectShape(answer, outcomeFields, readOutcome);
  if (read.value.status !== 'approved') return read;
  const further = expectNames(answer.json?.identity as object, ['phoneNo'], [...attributes]);
  return { ...read, further: [...read.further, ...further] };
}

/**
 * Expects the response `{ status }` with this status. Additional fields are allowed.
 * @returns the names of additional fields. @throws {Mismatch} if the response doesn't have this status.
 */
export function expectStatusField(answer: Answer, status: 'done' | 'taken'): string[] {
  const further = expectFields(answer, ['status']);
  expectThat(answer.json?.status === status, `status ${status}`, answer);
  return further;
}

function expectShape<Value extends { status: string }>(
  answer: Answer,
  fields: Record<string, true>,
  read: (sent: unknown) => Reading<Value>,
): Expected<Value> {
  const optional = Object.keys(fields);
  const further = expectFields(answer, ['status'], optional);
  const { answer: value, foreign } = read(answer.json);
  const sent = Object.entries(answer.json ?? {}).filter(([name]) => optional.includes(name));
  const known = (value ?? {}) as Record<string, unknown>;
  const lost = [...foreign, ...sent.flatMap(([name, field]) => lostOf(name, field, known[name]))];
  const wrong = [...new Set(value === undefined ? foreign : lost)];
  if (wrong.length > 0)
    throw new Mismatch(
      `${wrong.join(', ')} in the format of docs/carrier.openapi.yaml`,
      'a different format',
    );
  return { value: value as Value, further };
}

/**
 * Returns the names of response fields that the service would change or drop when it reads them. Normalization of
 * a user's name doesn't count as a change.
 */
function lostOf(name: string, sent: unknown, read: unknown): string[] {
  if (typeof sent === 'string' && typeof read === 'string')
    return (name === 'name' ? readName(sent) : sent) === read ? [] : [name];
  if (typeof sent !== 'object' || sent === null || typeof read !== 'object' || read === null)
    return sent === read ? [] : [name];
  if (Array.isArray(sent)) return sent.length === (read as unknown[]).length ? [] : [name];
  const known = read as Record<string, unknown>;
  const fields = Object.entries(sent).filter(([field]) => name !== 'identity' || attributeNames.has(field));
  return fields.flatMap(([field, value]) => lostOf(field, value, known[field]));
}

const attributeNames: ReadonlySet<string> = new Set(attributes);
