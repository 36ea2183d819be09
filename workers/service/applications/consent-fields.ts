import * as v from 'valibot';
import { type Attribute, attributes } from '../../../packages/plid/protocol/user-record.ts';
import { isSecureAddress } from '../../core/http/secure-address.ts';
import { ProtocolError, type Refusal } from '../../core/protocol/errors.ts';
import { isReadable } from '../shared/application-names.ts';
import * as operatorRefusals from '../shared/operator-refusals.ts';

/** In characters. */
const maxLengths = { recipient: 100, purpose: 300, retention: 200, address: 2_048 };

/** In the order of §2.1, each once. */
export const attributeList = v.pipe(
  v.array(v.picklist(attributes)),
  v.transform((given): Attribute[] => attributes.filter((attribute) => given.includes(attribute))),
);

/** A text that people read as it was sent. @throws {ProtocolError} `unreadable`. */
export const readableText = (item: string, maxLength: number) =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(maxLength),
    v.transform((text) => {
      if (!isReadable(text)) throw new ProtocolError(operatorRefusals.unreadable, { item });
      return text;
    }),
  );

/** The address of a page for people, in its normalised spelling. @throws {ProtocolError} `unacceptable_address`. */
const pageAddress = (item: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => {
      if (!isPageAddress(text)) throw new ProtocolError(operatorRefusals.unacceptable_address, { item });
      return text;
    }),
  );

function isPageAddress(text: string): boolean {
  if (text.length > maxLengths.address || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isPlainSpelling = url.href === text || url.href === `${text}/`;
  return isPlainSpelling && isSecureAddress(url) && url.username === '' && url.password === '';
}

/** A field that may be left empty: `""`. */
const orNothing = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.union([v.literal(''), schema]);

/** A field that every application states. What is missing or empty is refused with a word on what to write. */
const stated = <Schema extends v.GenericSchema<string, string>>(schema: Schema, missing: Refusal) =>
  v.pipe(
    v.optional(v.unknown(), ''),
    v.transform((value) => {
      if (value === '') throw new ProtocolError(missing);
      return value;
    }),
    schema as v.GenericSchema<unknown, string>,
  );

/** The fields of `ConsentTerms` (shared/consents.ts), as an operator sends them. */
export const consentFields = {
  recipient: stated(readableText('recipient', maxLengths.recipient), operatorRefusals.missing_recipient),
  purpose: stated(readableText('purpose', maxLengths.purpose), operatorRefusals.missing_purpose),
  purpose_en: orNothing(readableText('purpose_en', maxLengths.purpose)),
  retention: stated(readableText('retention', maxLengths.retention), operatorRefusals.missing_retention),
  retention_en: orNothing(readableText('retention_en', maxLengths.retention)),
  privacy_url: stated(pageAddress('privacy_url'), operatorRefusals.missing_privacy_url),
  support_url: orNothing(pageAddress('support_url')),
  optional: attributeList,
};

/** @throws {ProtocolError} `optional_not_asked` where a person could refuse what nobody asks for. */
export function refuseUnasked(optional: readonly Attribute[], asked: readonly Attribute[]): void {
  const unasked = optional.filter((attribute) => !asked.includes(attribute));
  if (unasked.length > 0)
    throw new ProtocolError(operatorRefusals.optional_not_asked, { value: unasked.join() });
}
