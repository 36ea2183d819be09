import * as v from 'valibot';
import { isSecureAddress } from '../../../core/http/secure-address.ts';
import { ProtocolError, type Refusal } from '../../../core/protocol/errors.ts';
import { logoFormat, maxLogoLength } from '../../../core/protocol/logo.ts';
import { type Attribute, attributes } from '../../../core/protocol/user-record.ts';
import { type FieldName, type FieldValues, fieldOf, mapFields } from '../../registry/application-fields.ts';
import { isDisplayedUnchanged, mixedScriptWord } from '../../registry/application-names.ts';
import * as operatorRefusals from '../access/operator-refusals.ts';
import { callbackAddress, receiverAddress } from './callback-address.ts';

/** Maximum length of an address, in characters. */
const maxAddressLength = 2_048;
export const maxCallbacks = 20;

/** Attributes in the order of §2.1, without duplicates. */
const attributeList = v.pipe(
  v.array(v.picklist(attributes)),
  v.transform((given): Attribute[] => attributes.filter((attribute) => given.includes(attribute))),
);

/** Returns the schema of a list of callback addresses. @param minLength 0 if the list may be empty. */
const callbackAddresses = (minLength: 0 | 1) =>
  v.pipe(
    v.array(callbackAddress),
    v.minLength(minLength),
    v.maxLength(maxCallbacks),
    v.check((given) => new Set(given).size === given.length),
  );

/**
 * A text that pages display exactly as it was sent. @throws {ProtocolError} `unreadable` if a text would be
 * displayed differently.
 */
const readableText = (item: string, maxLength: number) =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(maxLength),
    v.transform((text) => {
      if (!isDisplayedUnchanged(text)) throw new ProtocolError(operatorRefusals.unreadable, { item });
      return text;
    }),
  );

/**
 * The application's name, by which users decide. @throws {ProtocolError} `unreadable`, as in {@link readableText};
 * `mixed_scripts` if a word contains look-alike letters of another script.
 */
const applicationName = (maxLength: number) =>
  v.pipe(
    readableText('name', maxLength),
    v.transform((text) => {
      const value = mixedScriptWord(text);
      if (value !== undefined)
        throw new ProtocolError(operatorRefusals.mixed_scripts, { item: 'name', value });
      return text;
    }),
  );

/** The address of a web page, in normalized form. @throws {ProtocolError} `unacceptable_address`. */
const pageAddress = (item: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => {
      if (!isPageAddress(text)) throw new ProtocolError(operatorRefusals.unacceptable_address, { item });
      return text;
    }),
  );

function isPageAddress(text: string): boolean {
  if (text.length > maxAddressLength || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isPlainSpelling = url.href === text || url.href === `${text}/`;
  return isPlainSpelling && isSecureAddress(url) && url.username === '' && url.password === '';
}

/** Error messages for missing required fields. Each explains what to write in the field. */
const missing: Partial<Record<FieldName, Refusal>> = {
  recipient: operatorRefusals.missing_recipient,
  purpose: operatorRefusals.missing_purpose,
  retention: operatorRefusals.missing_retention,
  privacy_url: operatorRefusals.missing_privacy_url,
};

/**
 * Returns the schema of a text or address. An optional field may be empty, and a required field has its own error
 * message.
 */
function userTextSchema(name: FieldName, schema: v.GenericSchema<string, string>) {
  if (fieldOf(name).initial === '') return v.union([v.literal(''), schema]);
  const refusal = missing[name];
  if (refusal === undefined) return schema;
  return v.pipe(
    v.optional(v.unknown(), ''),
    v.transform((value) => {
      if (value === '') throw new ProtocolError(refusal);
      return value;
    }),
    schema as v.GenericSchema<unknown, string>,
  );
}

type Schema<Name extends FieldName> = v.GenericSchema<unknown, FieldValues[Name]>;

/** Returns the schema of a field in an operator's request. */
function schemaOf(name: FieldName): v.GenericSchema {
  const field = fieldOf(name);
  switch (field.kind) {
    case 'text':
      return userTextSchema(
        name,
        name === 'name' ? applicationName(field.maxLength) : readableText(name, field.maxLength),
      );
    case 'page':
      return userTextSchema(name, pageAddress(name));
    case 'callbacks':
      return callbackAddresses(field.initial === undefined ? 1 : 0);
    case 'receiver':
      return receiverAddress;
    case 'attributes':
      return attributeList;
    case 'choice':
      return v.picklist(field.of);
    case 'number':
      return v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(field.max));
    case 'logo':
      return v.union([v.literal(''), v.pipe(v.string(), v.maxLength(maxLogoLength), v.regex(logoFormat))]);
    case 'flag':
      return v.boolean();
  }
}

const withInitial = (name: FieldName) => {
  const { initial } = fieldOf(name);
  return initial === undefined ? schemaOf(name) : v.exactOptional(schemaOf(name), initial);
};

/** The schemas of all fields. A missing field gets its default. */
export const fieldsWithDefaults = mapFields(withInitial) as { [Name in FieldName]: Schema<Name> };

/** Every field, all optional. */
export const optionalFields = mapFields((name) => v.exactOptional(schemaOf(name))) as {
  [Name in FieldName]: v.ExactOptionalSchema<Schema<Name>, undefined>;
};

/**
 * Rejects an optional attribute that the application doesn't request. @throws {ProtocolError} `optional_not_asked`
 * if an optional attribute isn't requested.
 */
export function rejectUnrequestedOptional(optional: readonly Attribute[], asked: readonly Attribute[]): void {
  const unasked = optional.filter((attribute) => !asked.includes(attribute));
  if (unasked.length > 0)
    throw new ProtocolError(operatorRefusals.optional_not_asked, { value: unasked.join() });
}
