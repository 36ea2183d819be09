import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Line, labelled } from '../../tools/terminal/layout.ts';
import { maxLogoLength } from '../../workers/core/protocol/logo.ts';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import {
  type FieldName,
  type FieldValues,
  fieldNames,
  fieldOf,
} from '../../workers/service/registry/application-fields.ts';

/** Help text of each application field. */
const help: Record<FieldName, string> = {
  name: 'Name that users see on the sign-in page and on their phones',
  redirect_uris: 'Redirect URIs',
  recipient: 'Legal name of the company that receives the data',
  purpose: 'Purpose of the data, in Korean',
  purpose_en: 'Purpose of the data, in English',
  retention: 'Retention period of the data, in Korean',
  retention_en: 'Retention period of the data, in English',
  privacy_url: 'Privacy notice',
  support_url: 'Help page',
  attributes: 'Requested attributes (comma-separated), such as ci,name',
  optional: 'Optional attributes (comma-separated)',
  guardian_consent: "How the application itself obtains a guardian's consent",
  reads: 'How often an access token can read user data',
  success: 'What the `error` field contains when the call succeeds',
  events: 'URL that receives events about ended accounts',
  iss: 'Add `iss` to callback URLs (RFC 9207)',
  pkce: 'PKCE requirement for sign-ins',
  par: 'Pushed requests (RFC 9126); with `once`, each request_uri can be used only once',
  login_facts: 'Add auth_time, amr, and risk to token responses',
  openid: 'Signing algorithm of id_tokens (OpenID Connect)',
  id_token_claims: 'Add claims to id_tokens, for products that never call userinfo',
  openid_automatic: 'Allow OpenID Connect requests to log in automatically, without claims',
  openid_logout: 'Back-channel logout URI',
  post_logout_redirect_uris: 'Allowed redirect URIs after a sign-out',
  passkeys: 'Let users sign in with passkeys, if the service has them',
  minimum_age: 'Minimum age of users, in years',
  age_required: 'Reject users whose age is unknown',
  logo: 'Logo next to the name: SVG, PNG, or WebP',
  popup: 'Allow sign-ins in pop-ups that use window.opener',
};

/** Headings of the options in the help. Fields that aren't listed are settings of the sign-in protocol. */
const groups: Record<string, readonly FieldName[]> = {
  'Consent page:': [
    'name',
    'recipient',
    'purpose',
    'purpose_en',
    'retention',
    'retention_en',
    'privacy_url',
    'support_url',
    'logo',
  ],
  'User data:': [
    'attributes',
    'optional',
    'reads',
    'minimum_age',
    'age_required',
    'guardian_consent',
    'events',
  ],
  'OpenID Connect:': [
    'openid',
    'id_token_claims',
    'openid_automatic',
    'openid_logout',
    'post_logout_redirect_uris',
  ],
};

const groupOf = (name: FieldName): string =>
  Object.keys(groups).find((heading) => groups[heading]?.includes(name)) ?? 'Sign-in protocol:';

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
 * Adds an option for each field. Boolean flags also get `--no-…`. The service reports which fields a new
 * application needs in addition to its name. @param isNew whether the application doesn't exist yet.
 */
export function addFieldOptions(command: Command, isNew: boolean): void {
  for (const name of fieldNames) {
    const heading = groupOf(name);
    const option = optionOf(name).helpGroup(heading);
    if (isNew && fieldOf(name).initial === undefined) option.description += ' (required)';
    command.addOption(option.makeOptionMandatory(isNew && name === 'name'));
    if (fieldOf(name).kind === 'flag')
      command.addOption(
        new Option(`--no-${dashed(name).slice(2)}`, `Turn off ${dashed(name)}`).helpGroup(heading),
      );
  }
  command.option('--same-name', "Allow a name that looks like another application's");
  command.option('--allow-loopback', 'Allow loopback addresses even if the service is deployed');
}

/** Returns the application fields that the given options set, by their names in the API. */
export function fieldsFromOptions(
  options: Record<string, unknown>,
): Partial<FieldValues> & { same_name?: true; allow_loopback?: true } {
  const given = fieldNames.map((name) => [name, readOption(name, options[optionOf(name).attributeName()])]);
  return Object.fromEntries(
    [...given, ['same_name', options.sameName], ['allow_loopback', options.allowLoopback]].filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** Reads an option's value. `""` empties a list of addresses. */
const readOption = (name: FieldName, value: unknown): unknown =>
  fieldOf(name).kind === 'callbacks' ? (value as string[] | undefined)?.filter(Boolean) : value;

const pictures: Record<string, string> = { '.svg': 'svg+xml', '.png': 'png', '.webp': 'webp' };

/** Reads an image file and returns it as a `data:` URL. */
function readLogo(file: string): string {
  if (file === '') return '';
  const kind = pictures[path.extname(file).toLowerCase()];
  const logo = kind && existsSync(file) ? `data:image/${kind};base64,${readFileSync(file, 'base64')}` : '';
  if (logo !== '' && logo.length <= maxLogoLength) return logo;
  throw new InvalidArgumentError('Use an SVG, PNG, or WebP file of at most 3,000 bytes');
}

/** Parses a comma-separated list of attributes. */
function readAttributes(list: string): string[] {
  const given = list.split(',').filter((attribute) => attribute !== '');
  const supported: readonly string[] = attributes;
  if (given.every((attribute) => supported.includes(attribute))) return given;
  throw new InvalidArgumentError(`Valid attributes: ${attributes.join(',')}`);
}

/** Parses a whole number. The service checks its range. */
function readNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number, such as 14');
}

/** Returns one line per field for the terminal, optionally only for selected fields. */
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
