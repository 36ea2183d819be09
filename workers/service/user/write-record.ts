import type { FieldCipher } from '../../core/protocol/field-cipher.ts';
import {
  type Attribute,
  type AutomaticLoginFlags,
  attributes,
  encryptedAttributes,
  type Identity,
  type UserRecord,
} from '../../core/protocol/user-record.ts';

interface Login {
  identity: Identity;
  flags: AutomaticLoginFlags;
}

/**
 * The user record of a login as it is sent (§2.1), in the order of its fields. Mode 1 holds the requested attributes that
 * the carrier has; mode 2, an automatic login that is not the first, holds all of them empty.
 * @param asked the attributes that the application registered for.
 */
export async function writeRecord(
  plid: string,
  { identity, flags: { autoLoginYn, autoStatusCheck } }: Login,
  asked: readonly Attribute[],
  cipher: FieldCipher,
): Promise<UserRecord> {
  const isEmpty = autoLoginYn === 'Y' && autoStatusCheck === 'N';
  const written = attributes
    .filter((attribute) => asked.includes(attribute))
    .map(async (attribute): Promise<Identity> => {
      const value = isEmpty ? '' : identity[attribute];
      if (value === undefined) return {};
      return { [attribute]: encryptedAttributes.has(attribute) ? await cipher.encrypt(value) : value };
    });
  const fields: Identity = Object.assign({}, ...(await Promise.all(written)));
  return { plid, ...fields, autoLoginYn, autoStatusCheck };
}
