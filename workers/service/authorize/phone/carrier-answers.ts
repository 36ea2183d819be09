import { attributes, formatOf, type Identity } from '../../../../packages/plid/protocol/user-record.ts';
import type { Confirmation, Outcome } from '../../../core/protocol/carrier.ts';

/**
 * A carrier's answer as it was read: it comes from another company's program, and types do not protect us at run time. The fields that a
 * sign-in needs have to be right. Other fields of a foreign shape are left out, as if the carrier did not have them.
 */
export interface Reading<Answer> {
  /** Undefined where it cannot be used. */
  answer?: Answer;
  /** The names of the fields with a foreign shape, never a value. */
  foreign: readonly string[];
}

/** It travels in the sign-in's cookie, which has little room. */
const requestIdFormat = /^[\x21-\x7e]{1,199}$/;

/** @param sent the carrier's answer to `confirm`, of any shape. */
export function readConfirmation(sent: unknown): Reading<Confirmation> {
  const { status, requestId } = fieldsOf(sent);
  if (status === 'unconfirmed') return { answer: { status }, foreign: [] };
  if (status !== 'requested') return { foreign: ['status'] };
  if (!isText(requestId, requestIdFormat)) return { foreign: ['requestId'] };
  return { answer: { status, requestId }, foreign: [] };
}

/** @param sent the carrier's answer to `outcome`, of any shape. */
export function readOutcome(sent: unknown): Reading<Outcome> {
  const { status, wrongNumber, identity } = fieldsOf(sent);
  switch (status) {
    case 'pending':
    case 'expired':
      return { answer: { status }, foreign: [] };
    case 'denied':
      if (typeof wrongNumber === 'boolean') return { answer: { status, wrongNumber }, foreign: [] };
      return { answer: { status }, foreign: wrongNumber === undefined ? [] : ['wrongNumber'] };
    case 'approved':
      return readApproval(identity);
    default:
      return { foreign: ['status'] };
  }
}

/** Names come in whatever letters a carrier writes them in; applications get composed ones (NFC). */
function readApproval(sent: unknown): Reading<Outcome> {
  const known = fieldsOf(sent);
  const { name } = known;
  const written: typeof known = { ...known, name: typeof name === 'string' ? name.normalize('NFC') : name };
  const identity: Identity = {};
  const foreign: string[] = [];
  for (const attribute of attributes) {
    const value: unknown = written[attribute];
    if (isText(value, formatOf(attribute))) identity[attribute] = value;
    else if (value !== undefined) foreign.push(attribute);
  }
  if (identity.phoneNo === undefined) return { foreign: ['phoneNo'] };
  return { answer: { status: 'approved', identity }, foreign };
}

/** A value that is no object has no fields. */
const fieldsOf = (sent: unknown): Partial<Record<string, unknown>> => ({ ...(sent as object) });

const isText = (value: unknown, format: RegExp): value is string =>
  typeof value === 'string' && format.test(value);
