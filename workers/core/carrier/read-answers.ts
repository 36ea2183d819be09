import { readName } from '../protocol/personal-name.ts';
import { attributePatternOf, attributes, type Identity } from '../protocol/user-record.ts';
import {
  type AppAddresses,
  approvalMethods,
  type Confirmation,
  denialReasons,
  type Outcome,
  type ShownPart,
  type Start,
  shownParts,
} from './port.ts';

/**
 * A carrier's validated response. The response comes from another company's program, so the types guarantee
 * nothing at run time. Fields that a sign-in needs must be valid. Other malformed fields are dropped.
 */
export interface Reading<Answer> {
  /** The validated response. Undefined if the carrier's response is unusable. */
  answer?: Answer;
  /** The names of malformed fields. The values of these fields are never included. */
  foreign: readonly string[];
}

/** Format of a carrier's request ID. Its length is limited because the sign-in's cookie contains the ID. */
export const requestIdFormat = /^[\x21-\x7e]{1,199}$/;
/** Maximum length of an app link, in characters. The length is limited because a cookie contains the link. */
const maxAddressLength = 500;
const countryFormat = /^[A-Z]{2}$/;
const networkFormat = /^[^\p{Cc}\p{Cs}]{1,60}$/u;
const codeFormat = /^[\x21-\x7e]{16,200}$/;
const digitsFormat = /^\d{6,10}$/;
/** Maximum time for which a carrier may decline requests, in seconds. */
const maxRetryAfter = 86_400;

type Sent = Partial<Record<string, unknown>>;
type Reader<Value> = (sent: unknown) => Value | undefined;

/** @param sent the carrier's response to `confirm`, unvalidated. */
export function readConfirmation(sent: unknown): Reading<Confirmation> {
  const fields = fieldsOf(sent);
  switch (fields.status) {
    case 'unconfirmed':
      return { answer: { status: 'unconfirmed' }, foreign: [] };
    case 'unregistered': {
      const { value, foreign } = pick(fields, { install: readAddresses });
      return { answer: { status: 'unregistered', ...value }, foreign };
    }
    case 'declined':
      return readDeclined(fields);
    case 'requested': {
      const { requestId } = fields;
      if (!isText(requestId, requestIdFormat)) return { foreign: ['requestId'] };
      const { value, foreign } = pick(fields, {
        open: readAddresses,
        install: readAddresses,
        calls: readBoolean,
        shown: readShown,
      });
      return { answer: { status: 'requested', requestId, ...value }, foreign };
    }
    default:
      return { foreign: ['status'] };
  }
}

/** @param sent the carrier's response to `start`, unvalidated. */
export function readStart(sent: unknown): Reading<Start> {
  const fields = fieldsOf(sent);
  if (fields.status === 'declined') return readDeclined(fields);
  if (fields.status !== 'started') return { foreign: ['status'] };
  const { requestId } = fields;
  const open = readAddresses(fields.open);
  if (!isText(requestId, requestIdFormat)) return { foreign: ['requestId'] };
  if (open === undefined) return { foreign: ['open'] };
  const { value, foreign } = pick(fields, {
    calls: readBoolean,
    shown: readShown,
    code: textOf(codeFormat),
    digits: textOf(digitsFormat),
  });
  return { answer: { status: 'started', requestId, open, ...value }, foreign };
}

/** @param sent the carrier's response to `outcome`, unvalidated. */
export function readOutcome(sent: unknown): Reading<Outcome> {
  const fields = fieldsOf(sent);
  const { status } = fields;
  switch (status) {
    case 'pending':
    case 'expired':
    case 'cancelled':
      return { answer: { status }, foreign: [] };
    case 'denied': {
      const { value, foreign } = pick(fields, { why: oneOf(denialReasons) });
      return { answer: { status, ...value }, foreign };
    }
    case 'approved':
      return readApproval(fields);
    default:
      return { foreign: ['status'] };
  }
}

function readDeclined({ retryAfter }: Sent): Reading<{ status: 'declined'; retryAfter: number }> {
  if (!isWait(retryAfter)) return { foreign: ['retryAfter'] };
  return { answer: { status: 'declined', retryAfter }, foreign: [] };
}

const isWait = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxRetryAfter;

function readApproval(fields: Sent): Reading<Outcome> {
  const { identity, foreign: foreignAttributes } = readIdentity(fields.identity);
  if (identity.phoneNo === undefined) return { foreign: ['phoneNo'] };
  const { value, foreign } = pick(fields, { phone: readPhone, method: oneOf(approvalMethods) });
  return { answer: { status: 'approved', identity, ...value }, foreign: [...foreignAttributes, ...foreign] };
}

/**
 * Reads an identity and normalizes its name. Carriers may send any Unicode form, but applications get the same
 * characters that users type.
 */
function readIdentity(sent: unknown): { identity: Identity; foreign: string[] } {
  const known = fieldsOf(sent);
  const { name } = known;
  const written: Sent = { ...known, name: typeof name === 'string' ? readName(name) : name };
  const identity: Identity = {};
  const foreign: string[] = [];
  for (const attribute of attributes) {
    const value: unknown = written[attribute];
    if (isText(value, attributePatternOf(attribute))) Object.assign(identity, { [attribute]: value });
    else if (value !== undefined) foreign.push(attribute);
  }
  return { identity, foreign };
}

/** Reads the phone's valid fields and drops the others. @returns undefined if no field is valid. */
function readPhone(sent: unknown): { country?: string; network?: string } | undefined {
  const { country, network } = fieldsOf(sent);
  const known = {
    ...(isText(country, countryFormat) && { country }),
    ...(isText(network, networkFormat) && { network }),
  };
  return Object.keys(known).length === 0 ? undefined : known;
}

/**
 * Reads the valid links. The operator's lists decide whether the links may be opened.
 * @returns undefined if no platform has a valid link.
 */
function readAddresses(sent: unknown): AppAddresses | undefined {
  const fields = fieldsOf(sent);
  const platforms = ['ios', 'android', 'web'] as const;
  const known = platforms.flatMap((platform) => {
    const address = fields[platform];
    return isAddress(address) ? [[platform, address] as const] : [];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

const isAddress = (value: unknown): value is string =>
  isText(value, /^[\x21-\x7e]+$/) && value.length <= maxAddressLength && URL.canParse(value);

/** Reads the displayed parts, and drops parts that only a later edition defines. */
function readShown(sent: unknown): ShownPart[] | undefined {
  return Array.isArray(sent) ? shownParts.filter((part) => sent.includes(part)) : undefined;
}

const readBoolean: Reader<boolean> = (sent) => (typeof sent === 'boolean' ? sent : undefined);

const textOf =
  (format: RegExp): Reader<string> =>
  (sent) =>
    isText(sent, format) ? sent : undefined;

const oneOf =
  <Word extends string>(words: readonly Word[]): Reader<Word> =>
  (sent) =>
    words.find((word) => word === sent);

type Readers = Record<string, Reader<unknown>>;
type Picked<Fields extends Readers> = {
  [Name in keyof Fields]?: Exclude<ReturnType<Fields[Name]>, undefined>;
};

/** Returns the valid optional fields, and the names of the invalid ones. */
function pick<Fields extends Readers>(sent: Sent, readers: Fields) {
  const foreign: string[] = [];
  const value: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries(readers)) {
    if (sent[name] === undefined) continue;
    const read = reader(sent[name]);
    if (read === undefined) foreign.push(name);
    else value[name] = read;
  }
  return { value: value as Picked<Fields>, foreign };
}

/** Returns a value's fields, or no fields if the value isn't an object. */
const fieldsOf = (sent: unknown): Sent => ({ ...(sent as object) });

const isText = (value: unknown, format: RegExp): value is string =>
  typeof value === 'string' && format.test(value);
