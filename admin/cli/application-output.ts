import { describe, labelled, table } from '../../tools/terminal/layout.ts';
import { isLoopback } from '../../workers/core/http/secure-address.ts';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import { loopbackAddresses } from '../../workers/service/operator/applications/loopback-addresses.ts';
import { fieldOf } from '../../workers/service/registry/application-fields.ts';
import type { Application, PastChange, StatedVersion } from './admin-api.ts';
import { fieldLines } from './application-fields.ts';

/** Describes a new secret, and explains how the operator must store it. */
export function describeSecret({ client_id, client_secret = '' }: Application): string {
  return [
    describe([
      ['client_id', client_id],
      ['client_secret', client_secret],
    ]),
    '',
    "The secret is shown only once and isn't stored anywhere. Store it where only the application's server can read it.",
  ].join('\n');
}

/** Lists all fields of one application, one per line. @param service the service's URL. */
export function describeApplication(application: Application, service: string): string {
  const { client_id, secrets, created, version } = application;
  const secretLines = secrets.map(({ id, created }, index) =>
    [id, formatDateOfSeconds(created), index === 0 ? 'current' : 'older'].join('  '),
  );
  return describe([
    ['client_id', client_id],
    ...fieldLines(application),
    ...labelled('warning', loopbackWarnings(application, service)),
    ...labelled('secrets', secretLines),
    ['created', formatDateOfSeconds(created)],
    ['version', String(version)],
  ]);
}

/** Warns about loopback addresses at a deployed service, which come from `--allow-loopback`. */
const loopbackWarnings = (application: Application, service: string): string[] =>
  isLoopback(new URL(service))
    ? []
    : loopbackAddresses(application).map(
        (address) => `${address}: any program on the user’s machine can listen there`,
      );

/** Formats the texts that users read before consenting, one block per version. */
export function describeTerms(versions: readonly StatedVersion[]): string {
  const blocks = versions.map((stated) =>
    describe([
      ['version', `${stated.version}, since ${formatDateOfSeconds(stated.at)}`],
      ...fieldLines(stated, (name) => fieldOf(name).isShownToUsers === true),
    ]),
  );
  return blocks.join('\n\n');
}

export function listApplications(applications: readonly Application[]): string {
  if (applications.length === 0)
    return 'No application is registered. To register one, see: applications create --help';
  const rows = applications.map(({ client_id, created, secrets, reads, attributes, name }) => [
    client_id,
    formatDateOfSeconds(created).slice(0, 10),
    String(secrets.length),
    reads,
    summary(attributes),
    name,
  ]);
  const header = ['CLIENT ID', 'CREATED', 'SECRETS', 'READS', 'ATTRIBUTES', 'NAME'];
  return table(header, rows);
}

/** Lists the changes to an application, one per line, latest first. */
export function describeHistory(changes: readonly PastChange[]): string {
  const rows = changes.map(({ version, at, token, action, fields }) => [
    String(version),
    formatDateOfSeconds(at),
    token,
    action,
    listFields(fields),
  ]);
  return table(['VERSION', 'WHEN', 'TOKEN', 'CHANGE', 'FIELDS'], rows);
}

/**
 * Lists the fields of a change, abbreviated if there are many. A registration has every field, but only `--json`
 * lists every field.
 */
const listFields = (fields: readonly string[]): string =>
  fields.length > 6 ? `${fields.slice(0, 6).join(', ')} and ${fields.length - 6} more` : fields.join(', ');

/** Returns an abbreviated list of an application's attributes. */
function summary(given: readonly string[]): string {
  if (given.length === attributes.length) return 'all';
  if (given.length > 3) return `${given.length} of ${attributes.length}`;
  return given.join(',') || '-';
}

/** Formats a time. @param seconds since 1970. */
export const formatDateOfSeconds = (seconds: number) =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
