import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { attributes } from '../../packages/plid/protocol/user-record.ts';
import { type Line, labelled } from '../../tools/terminal/layout.ts';
import { maxLogoLength } from '../../workers/core/protocol/logo.ts';
import {
  type FieldName,
  type FieldValues,
  fieldNames,
  fieldOf,
} from '../../workers/service/shared/application-fields.ts';

/** Help text of each application field. */
const help: Record<FieldName, string> = {
  name: 'its name, as people see it on the sign-in page and the phone',
  redirect_uris: 'its callback addresses, one or more',
  recipient: 'who receives the data: the legal name of the company',
  purpose: 'what for, in Korean',
  purpose_en: 'the same in English; "" for none',
  retention: 'how long the data is kept, in Korean',
  retention_en: 'the same in English; "" for none',
  privacy_url: 'its privacy notice',
  support_url: 'where people can ask; "" for nowhere',
  attributes: 'what it may ask for, such as ci,name; "" for nothing',
  optional: 'what of the attributes a person may refuse; "" for nothing',
  guardian_consent: 'how it obtains the consent of a guardian itself; "" where it does not',
  reads: 'reads of a user per token',
  success: 'what `error` says on success; "" for nothing',
  events: 'where it is told that an account has ended; "" for nowhere',
  iss: 'the address that leads back names the service',
  pkce: 'whether each sign-in needs PKCE',
  par: 'whether each sign-in is pushed first, so that no browser or app holds its parameters; once: and each address works once',
  login_facts: 'its token answers say when and how the person was asked (auth_time, amr, risk)',
  openid: 'how its id_tokens are signed (OpenID Connect); "" for none',
  id_token_claims:
    'its id_tokens contain the claims that userinfo returns, for products that never call userinfo',
  openid_automatic: 'OpenID Connect may log in automatically, without claims of the person',
  openid_logout: 'where OpenID Connect ends the sessions of a person; "" for nowhere',
  post_logout_redirect_uris: 'where OpenID Connect may redirect after a sign-out; "" for nowhere',
  minimum_age: 'the age from which it takes people, in whole years',
  age_required: 'somebody whose age no carrier tells counts as too young',
  logo: 'a small picture that stands beside its name: SVG, PNG or WebP; "" for none',
  popup: 'its pages open the sign-in in a window of its own, and hear from there',
};

const dashed = (name: string) => `--${name.replaceAll('_', '-')}`;

function optionOf(name: FieldName): Option {
  const [field, about] = [fieldOf(name), help[name]];
  switch (field.kind) {
    case 'text':
      return new Option(`${dashed(name)} <text>`, about);
    case 'page':
    case 'receiver':
      return new Option(`${dashed(name)} <address>`, about);
    case 'callbacks':
      return new Option(`${dashed(name).replace(/s$/, '')} <address...>`, about);
    case 'attributes':
      return new Option(`${dashed(name)} <list>`, about).argParser(readAttributes);
    case 'choice':
      return new Option(`${dashed(name)} <word>`, about).choices(field.of);
    case 'number':
      return new Option(`${dashed(name)} <number>`, about).argParser(readNumber);
    case 'logo':
      return new Option(`${dashed(name)} <file>`, about).argParser(readLogo);
    case 'flag':
      return new Option(dashed(name), about);
  }
}

/**
 * Adds an option per field; boolean flags also get `--no-…`. The service reports which fields a new application
 * needs in addition to its name.
 * @param isNew whether the application doesn't exist yet.
 */
export function addFieldOptions(command: Command, isNew: boolean): void {
  for (const name of fieldNames) {
    command.addOption(optionOf(name).makeOptionMandatory(isNew && name === 'name'));
    if (fieldOf(name).kind === 'flag') command.option(`--no-${dashed(name).slice(2)}`, 'takes this back');
  }
  command.option('--same-name', 'another application may have a name that looks the same');
  command.option('--allow-loopback', 'allow addresses on http://localhost at a deployed service');
}

/** The given options, by API name. */
export function givenFields(
  options: Record<string, unknown>,
): Partial<FieldValues> & { same_name?: true; allow_loopback?: true } {
  const given = fieldNames.map((name) => [name, readOption(name, options[optionOf(name).attributeName()])]);
  return Object.fromEntries(
    [...given, ['same_name', options.sameName], ['allow_loopback', options.allowLoopback]].filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** `""` empties a list of addresses. */
const readOption = (name: FieldName, value: unknown): unknown =>
  fieldOf(name).kind === 'callbacks' ? (value as string[] | undefined)?.filter(Boolean) : value;

const pictures: Record<string, string> = { '.svg': 'svg+xml', '.png': 'png', '.webp': 'webp' };

/** An image file as a `data:` URL. */
function readLogo(file: string): string {
  if (file === '') return '';
  const kind = pictures[path.extname(file).toLowerCase()];
  const logo = kind && existsSync(file) ? `data:image/${kind};base64,${readFileSync(file, 'base64')}` : '';
  if (logo !== '' && logo.length <= maxLogoLength) return logo;
  throw new InvalidArgumentError('It is the file of an SVG, PNG or WebP of at most 3,000 bytes');
}

/** A list of attributes, separated by commas. */
function readAttributes(list: string): string[] {
  const given = list.split(',').filter((attribute) => attribute !== '');
  const supported: readonly string[] = attributes;
  if (given.every((attribute) => supported.includes(attribute))) return given;
  throw new InvalidArgumentError(`Attributes are: ${attributes.join(',')}`);
}

/** A whole number. The service checks the range. */
function readNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A whole number, such as 14');
}

/** A line per field for the terminal; optionally only of selected fields. */
export const fieldLines = (
  values: Partial<Record<FieldName, unknown>>,
  select: (name: FieldName) => boolean = () => true,
): Line[] => fieldNames.filter(select).flatMap((name) => linesOf(name, values[name]));

function linesOf(name: FieldName, value: unknown): Line[] {
  switch (fieldOf(name).kind) {
    case 'callbacks':
      return labelled(name, (value as string[] | undefined)?.length ? (value as string[]) : ['-']);
    case 'attributes':
      return [[name, (value as string[] | undefined)?.join(',') || '-']];
    case 'number':
      return [[name, value === undefined ? '-' : String(value)]];
    case 'choice':
      return [[name, value === '' ? '(empty)' : String(value)]];
    case 'logo':
    case 'flag':
      return [[name, value ? 'yes' : 'no']];
    default:
      return [[name, String(value || '-')]];
  }
}
