import type { Sandbox, SandboxApplication, SandboxOptions } from '../sandbox/index.ts';
import { listedApplications } from '../sandbox/listed-applications.ts';
import { type ListedPerson, personHeadings, personRow } from '../sandbox/listed-person.ts';
import { publicIdentityKey } from '../sandbox/public-identity-key.ts';
import type { ApplicationChoices } from './application-options.ts';
import { applicationAddresses, servicePathsOrigin } from './local-addresses.ts';
import { documentationUrl } from './publication.ts';

const maxPeople = 12;

type WelcomeOptions = Pick<SandboxOptions, 'host' | 'allowHosts'> &
  Partial<Pick<ApplicationChoices, 'application' | 'guard'>>;

/**
 * Returns the text that the command prints when the sandbox is ready: where to click, who signs in, and the
 * credentials. The first line is the same in every version.
 * @param kept the folder in which the state is saved when the sandbox stops. @param documentation its URL, if known.
 */
export function welcome(
  { url, applications }: Sandbox,
  people: readonly ListedPerson[],
  { host, allowHosts = [], ...choices }: WelcomeOptions,
  kept?: string,
  documentation = documentationUrl(),
): string {
  const listed = listedApplications(applications);
  const isOpen = host === '0.0.0.0' || host === '::';
  const rows = people.slice(0, maxPeople).map(personRow);
  const more =
    people.length > maxPeople ? `\n  … and ${people.length - maxPeople} more at ${url}/sandbox` : '';
  return `plid sandbox is ready: ${url}

${table([
  ...applicationAddresses(url, choices, publicIdentityKey),
  ['Phones', `${url}/sandbox`],
  ['User account page', `${servicePathsOrigin(url, choices)}/account`],
  ...(documentation === undefined ? [] : [['Documentation', documentation]]),
  ...(allowHosts.length === 0 ? [] : [['Also at', allowHosts.join(', ')]]),
])}

Sign in as

${table([personHeadings, ...rows])}${more}

Your own OAuth client${listed.length > 1 ? 's' : ''}

${table([['service', url], ...listed.flatMap(credentials)])}
${isOpen ? '\nEvery machine on this network can reach the sandbox. Nothing in the sandbox is real or secret.\n' : ''}
Ctrl-C stops it, and ${kept === undefined ? 'deletes everything in it' : `keeps everything in ${kept}`}.`;
}

/** The rows of one application, after an empty row if there are others before it. */
const credentials = (
  { client_id, client_secret, redirect_uris }: SandboxApplication,
  place: number,
): string[][] => [
  ...(place === 0 ? [] : [['']]),
  ['client_id', client_id],
  ['client_secret', client_secret],
  ...redirect_uris.map((uri, index) => [index === 0 ? 'redirect_uri' : '', uri]),
];

/** Aligns columns. Hangul takes two columns of a terminal. */
function table(rows: readonly (readonly string[])[]): string {
  const columnsOf = (text: string) => text.length + (text.match(/[\uac00-\ud7a3]/g)?.length ?? 0);
  const widths =
    rows[0]?.map((_, index) => Math.max(...rows.map((row) => columnsOf(row[index] ?? '')))) ?? [];
  const pad = (cell: string, index: number) => cell + ' '.repeat((widths[index] ?? 0) - columnsOf(cell) + 2);
  return rows.map((row) => `  ${row.map(pad).join('')}`.trimEnd()).join('\n');
}
