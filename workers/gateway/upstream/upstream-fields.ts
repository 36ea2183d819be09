import * as v from 'valibot';
import type { FieldCipher } from '../../core/protocol/field-cipher.ts';
import {
  type Attribute,
  attributes,
  encryptedAttributes,
  formatOf,
  type Identity,
} from '../../core/protocol/user-record.ts';
import { UpstreamFailure } from './upstream-call.ts';

const text = v.pipe(v.string(), v.maxLength(4_096));
const field = v.nullable(text, '');

/** The attributes of a user record as they travel (§2.1): missing, `null` and empty all mean that there is no value. */
export const sentFields = {
  ...v.entriesFromList(attributes, v.exactOptional(field)),
  agegroup: v.exactOptional(v.union([v.pipe(v.number(), v.transform(String)), field])),
};

/**
 * The decrypted attributes. One that was sent empty is empty; one that was not sent is left out, and so is a phone number
 * that cannot be written with 11 digits.
 * @throws {UpstreamFailure} `upstream_invalid` for what does not decrypt, or to something that §2.1 does not describe.
 */
export async function readFields(sent: Identity, cipher: FieldCipher): Promise<Identity> {
  const entries = await Promise.all(
    attributes.map(async (name) => [name, await readField(name, sent[name], cipher)] as const),
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** `agegroup` is plain, but its empty value may come encrypted (§2.1). */
async function readField(name: Attribute, sent: string | undefined, cipher: FieldCipher) {
  if (sent === undefined || sent === '') return sent;
  const encrypted =
    encryptedAttributes.has(name) || (name === 'agegroup' && !formatOf('agegroup').test(sent));
  const clear = encrypted ? await decrypt(name, sent, cipher) : sent;
  const value = name === 'phoneNo' ? readPhoneNumber(clear) : clear;
  if (value === undefined || value === '' || formatOf(name).test(value)) return value;
  throw new UpstreamFailure('upstream_invalid', `${name} has not the format of §2.1`);
}

/**
 * §2.1 gives phoneNo no format. The gateway tells it as 11 digits, whether it came with hyphens, spaces or the country code.
 * @returns undefined for another phone number, such as one of a land line; what is no phone number at all stays as it is.
 */
function readPhoneNumber(written: string): string | undefined {
  const bare = written.normalize('NFKC').replace(/[\s().\u2010-\u2015-]/g, '');
  if (!/^\+?\d{9,15}$/.test(bare)) return written;
  const national = bare.replace(/^(?:\+|00)?82(?=0?1\d{8,9}$)/, '').replace(/^(?=1\d{8,9}$)/, '0');
  return formatOf('phoneNo').test(national) ? national : undefined;
}

async function decrypt(name: string, value: string, cipher: FieldCipher): Promise<string> {
  try {
    return await cipher.decrypt(value);
  } catch {
    throw new UpstreamFailure('upstream_invalid', `${name} does not decrypt`);
  }
}
