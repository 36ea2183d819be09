import { type Command, InvalidArgumentError } from 'commander';
import { attributes } from '../../packages/plid/protocol/user-record.ts';

/** What people are told before they agree, as options. */
export interface ConsentOptions {
  recipient?: string;
  purpose?: string;
  purposeEn?: string;
  retention?: string;
  retentionEn?: string;
  privacyUrl?: string;
  supportUrl?: string;
  optional?: string[];
}

/** Adds the options for what people are told before they agree. The service says which of them a new application needs. */
export function withConsentTerms(command: Command): Command {
  return command
    .option('--recipient <company>', 'who receives the data: the legal name of the company')
    .option('--purpose <text>', 'what for, in Korean')
    .option('--purpose-en <text>', 'the same in English; "" for none')
    .option('--retention <text>', 'how long the data is kept, in Korean')
    .option('--retention-en <text>', 'the same in English; "" for none')
    .option('--privacy-url <address>', 'its privacy notice')
    .option('--support-url <address>', 'where people can ask; "" for nowhere')
    .option(
      '--optional <list>',
      'what of the attributes a person may refuse; "" for nothing',
      readAttributes,
    );
}

/** The options that were given, as the API names them. */
export const consentTerms = (options: ConsentOptions) => ({
  recipient: options.recipient,
  purpose: options.purpose,
  purpose_en: options.purposeEn,
  retention: options.retention,
  retention_en: options.retentionEn,
  privacy_url: options.privacyUrl,
  support_url: options.supportUrl,
  optional: options.optional,
});

/** A list of attributes, separated by commas. */
export function readAttributes(list: string): string[] {
  const given = list.split(',').filter((attribute) => attribute !== '');
  const supported: readonly string[] = attributes;
  if (given.every((attribute) => supported.includes(attribute))) return given;
  throw new InvalidArgumentError(`Attributes are: ${attributes.join(',')}`);
}
