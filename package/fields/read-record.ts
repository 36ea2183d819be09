import {
  type Attribute,
  attributes,
  encryptedAttributes,
  formatOf,
  type Identity,
  type UserRecord,
  type YesNo,
} from '../../workers/core/protocol/user-record.ts';
import { decryptNamed } from './cipher.ts';
import { FieldError } from './field-error.ts';

/** The maximum length of a field as it travels, in characters. */
const maxFieldLength = 4_096;

/**
 * Reads a user record (§2.1) in every spelling that the specification allows, and decrypts it: `null`, empty and missing fields, empty
 * values that are encrypted, `agegroup` as a number or encrypted, phone numbers with hyphens or `+82`.
 * @param record the value of `user` in the answer of §4.3.
 * @returns every field in the clear. An attribute that was sent empty is `''`; one that was not sent is left out, and so is a phone
 *   number that is no Korean mobile number. `phoneNo` has 11 digits, and missing flags are `N`.
 * @throws {FieldError} for what does not decrypt, or is not what §2.1 describes. {TypeError} for a client secret that is too short.
 */
export async function readUserRecord(record: unknown, clientSecret: string): Promise<UserRecord> {
  if (!isObject(record)) throw new FieldError('user', 'is no object');
  const plid = readPlid(record.plid);
  const [autoLoginYn, autoStatusCheck] = [
    readFlag(record, 'autoLoginYn'),
    readFlag(record, 'autoStatusCheck'),
  ];
  const sent = attributes.map((name) => [name, readSent(name, record[name])] as const);
  const entries = await Promise.all(
    sent.map(async ([name, value]) => [name, await readField(name, value, clientSecret)] as const),
  );
  const identity: Identity = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return { plid, ...identity, autoLoginYn, autoStatusCheck };
}

/** The attributes of a record that have a value. */
export const identityOf = (user: UserRecord): Identity =>
  Object.fromEntries(attributes.flatMap((name) => (user[name] ? [[name, user[name]]] : [])));

/** A record without its empty attributes. */
export const withoutEmpty = (user: UserRecord): UserRecord => {
  const { plid, autoLoginYn, autoStatusCheck } = user;
  return { plid, ...identityOf(user), autoLoginYn, autoStatusCheck };
};

/**
 * Whether a record is that of an automatic login (§2.1, mode 2): its attributes are empty, and what an application has stored of the
 * person before still holds.
 */
export const isAutomaticLogin = ({
  autoLoginYn,
  autoStatusCheck,
}: Pick<UserRecord, 'autoLoginYn' | 'autoStatusCheck'>): boolean =>
  autoLoginYn === 'Y' && autoStatusCheck === 'N';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function readPlid(value: unknown): string {
  if (typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value)) return value;
  throw new FieldError('plid', 'is missing or malformed');
}

function readFlag(record: Record<string, unknown>, name: 'autoLoginYn' | 'autoStatusCheck'): YesNo {
  const value = record[name] ?? '';
  if (value === 'Y') return 'Y';
  if (value === 'N' || value === '') return 'N';
  throw new FieldError(name, 'is neither Y nor N');
}

/** @returns a field as it travels; undefined where it was not sent. */
function readSent(name: Attribute, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  if (name === 'agegroup' && typeof value === 'number') return String(value);
  if (typeof value === 'string' && value.length <= maxFieldLength) return value;
  throw new FieldError(name, 'is no text, or too long');
}

/** `agegroup` is plain, but its empty value may come encrypted (§2.1). */
async function readField(name: Attribute, sent: string | undefined, clientSecret: string) {
  if (sent === undefined || sent === '') return sent;
  const encrypted =
    encryptedAttributes.has(name) || (name === 'agegroup' && !formatOf('agegroup').test(sent));
  const clear = encrypted ? await decryptNamed(name, sent, clientSecret) : sent;
  const value = name === 'phoneNo' ? readPhoneNumber(clear) : clear;
  if (value === undefined || value === '' || formatOf(name).test(value)) return value;
  throw new FieldError(name, 'has not the format of §2.1');
}

/**
 * §2.1 gives phoneNo no format: it is read with hyphens, spaces or the country code, and returned as 11 digits.
 * @returns undefined for another phone number, such as one of a land line; what is no phone number at all stays as it is.
 */
function readPhoneNumber(written: string): string | undefined {
  const bare = written.normalize('NFKC').replace(/[\s().\u2010-\u2015-]/g, '');
  if (!/^\+?\d{9,15}$/.test(bare)) return written;
  const national = bare.replace(/^(?:\+|00)?82/, '').replace(/^1/, '01');
  return formatOf('phoneNo').test(national) ? national : undefined;
}
