import { readName } from '../../../workers/core/protocol/personal-name.ts';
import { readPhoneNumber } from '../../../workers/core/protocol/phone-number.ts';
import {
  type Attribute,
  attributePatternOf,
  attributes,
  encryptedAttributes,
  type Identity,
  type SentUserRecord,
  type UserRecord,
  type YesNo,
} from '../../../workers/core/protocol/user-record.ts';
import { decryptNamed } from './cipher.ts';
import { FieldError } from './field-error.ts';

/** Maximum length of an encoded field, in characters. */
const maxFieldLength = 4_096;

/** A user's attributes as they were sent. */
type SentIdentity = Pick<SentUserRecord, Attribute>;

/** Called with the name and the fault of a record's dropped field. The error contains no personal data. */
export type OnDroppedField = (fault: FieldError) => void;

/**
 * Parses and decrypts a user record (§2.1) in every format that the specification allows. This includes `null`,
 * empty, and missing fields, encrypted empty values, `agegroup` as a number or encrypted, and phone numbers with
 * hyphens or `+82`. Only `plid` is required. Malformed fields are dropped, so that one odd value doesn't stop a
 * login. @param record the value of `user` in the response of §4.3. @param onDroppedField called with each dropped
 * field.
 * @returns every field decrypted. An attribute that was sent empty is `''`, and missing and malformed attributes
 * are omitted. `phoneNo` has 11 digits, and missing flags are `N`. @throws {FieldError} if the value isn't a
 * record or has no `plid`. {TypeError} if the client secret is too short.
 */
export async function readUserRecord(
  record: unknown,
  clientSecret: string,
  onDroppedField: OnDroppedField = () => undefined,
): Promise<SentUserRecord> {
  if (!isObject(record)) throw new FieldError('user', "isn't an object");
  const plid = readPlid(record.plid);
  const read = async (name: Attribute) => {
    try {
      return await readField(name, record[name], clientSecret);
    } catch (failure) {
      if (!(failure instanceof FieldError)) throw failure;
      onDroppedField(failure);
      return undefined;
    }
  };
  const entries = await Promise.all(attributes.map(async (name) => [name, await read(name)] as const));
  const identity: SentIdentity = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return { plid, ...identity, ...readFlags(record, identity, onDroppedField) };
}

/**
 * Returns the attributes that have a value, in the order of a record. @param user a record or a part of a record.
 */
export const nonEmptyAttributes = (user: SentIdentity): Identity =>
  Object.fromEntries(attributes.flatMap((name) => (user[name] ? [[name, user[name]]] : [])));

/** Returns a record without its empty attributes. */
export const withoutEmpty = (user: SentUserRecord): UserRecord => {
  const { plid, autoLoginYn, autoStatusCheck } = user;
  return { plid, ...nonEmptyAttributes(user), autoLoginYn, autoStatusCheck };
};

/**
 * Whether a record belongs to an automatic login (§2.1, mode 2). If it does, its attributes are empty, and the
 * application's stored user is still valid.
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

/**
 * Reads the two flags (§2.1). A missing flag is `N`. If a flag is malformed, a record without attributes counts as
 * an automatic login, because automatic logins have no attributes. A malformed flag therefore can't turn an
 * automatic login into a full sign-in.
 */
function readFlags(record: Record<string, unknown>, identity: SentIdentity, onDroppedField: OnDroppedField) {
  const flags = {
    autoLoginYn: readFlag(record.autoLoginYn),
    autoStatusCheck: readFlag(record.autoStatusCheck),
  };
  const { autoLoginYn, autoStatusCheck } = flags;
  if (autoLoginYn !== undefined && autoStatusCheck !== undefined) return { autoLoginYn, autoStatusCheck };
  for (const [name, value] of Object.entries(flags))
    if (value === undefined) onDroppedField(new FieldError(name, 'is neither Y nor N'));
  const isAutomatic = Object.values(identity).every((value) => value === '');
  return { autoLoginYn: isAutomatic ? 'Y' : 'N', autoStatusCheck: 'N' } as const;
}

/** @returns undefined if the flag is malformed. */
function readFlag(value: unknown): YesNo | undefined {
  if (value === 'Y' || value === 'N') return value;
  return value === undefined || value === null || value === '' ? 'N' : undefined;
}

/** @returns the field in encoded form, or undefined if the field wasn't sent. */
function readSent(name: Attribute, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  if (name === 'agegroup' && typeof value === 'number') return String(value);
  if (typeof value === 'string' && value.length <= maxFieldLength) return value;
  throw new FieldError(name, "isn't a string, or is too long");
}

/**
 * Decrypts one attribute. `agegroup` is plain, but its empty value may be encrypted (§2.1).
 * @returns undefined if the attribute wasn't sent. @throws {FieldError} if the attribute can't be decrypted or
 * doesn't match §2.1.
 */
async function readField(name: Attribute, value: unknown, clientSecret: string): Promise<string | undefined> {
  const sent = readSent(name, value);
  if (sent === undefined || sent === '') return sent;
  const encrypted =
    encryptedAttributes.has(name) || (name === 'agegroup' && !attributePatternOf('agegroup').test(sent));
  const clear = encrypted ? await decryptNamed(name, sent, clientSecret) : sent;
  if (clear === '') return clear;
  const read = normalize(name, clear);
  if (read !== undefined && attributePatternOf(name).test(read)) return read;
  throw new FieldError(name, 'does not match the format in §2.1');
}

/** §2.1 defines no format of a number and no Unicode form of a name, so all of them are accepted. */
function normalize(name: Attribute, clear: string): string | undefined {
  if (name === 'phoneNo') return readPhoneNumber(clear);
  return name === 'name' ? readName(clear) : clear;
}
