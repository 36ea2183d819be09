/**
 * `plid/fields`: decrypts the fields of a user record (§2.2) and parses every record format that the specification
 * allows (§2.1). Use it in applications that call the service with another library. It needs only WebCrypto.
 */

export { type BirthAttributes, birthDate, isAtLeast } from '../../../workers/core/protocol/birth-date.ts';
export { e164 } from '../../../workers/core/protocol/e164.ts';
export type {
  Attribute,
  Identity,
  SentUserRecord,
  UserRecord,
  YesNo,
} from '../../../workers/core/protocol/user-record.ts';
export { decryptField, encryptField } from './cipher.ts';
export { FieldError } from './field-error.ts';
export { readUserAnswer, type UserAnswer } from './read-envelope.ts';
export { isAutomaticLogin, type OnDroppedField, readUserRecord, withoutEmpty } from './read-record.ts';
