import { Command, Option } from 'commander';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { day, startOfDayInKorea } from '../korean-time.ts';
import { formatDateOfSeconds } from './application-output.ts';
import { type AffectedPage, createServicePeopleApi } from './people-api.ts';

interface Options {
  url: string;
  gateway?: true;
  json?: true;
  reason?: string;
  application: string;
  since: number;
  until: number;
}

/** The latest time that is a valid date, in seconds since 1970. */
const endOfTime = 253_402_300_799;

/** `plid-admin people affected`: lists the users whom a leak at an application affects (docs/operate/users.md). */
export const affectedCommand = (): Command =>
  new Command('affected')
    .description(
      'List the users whose attributes an application may have received, as CSV with one user per line',
    )
    .requiredOption('--application <client_id>', 'Application that received the attributes')
    .addOption(
      new Option(
        '--since <date>',
        'Start of the period, such as 2026-11-20 (in Korea) or 2026-11-20T18:00+09:00',
      )
        .argParser(readSince)
        .default(0, 'the beginning'),
    )
    .addOption(
      new Option('--until <date>', 'End of the period, inclusive')
        .argParser(readUntil)
        .default(endOfTime, 'now'),
    )
    .configureHelp({ showGlobalOptions: true })
    .action(listAffected);

const readSince = (text: string): number => readTime(text, 0);
const readUntil = (text: string): number => readTime(text, day - 1);

/**
 * Reads a time. @param ofDay seconds to add to the start of the day if the text is only a date.
 * @returns seconds since 1970. @throws {Failure} if the time is malformed or lacks a time zone.
 */
function readTime(text: string, ofDay: number): number {
  const start = startOfDayInKorea(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = start === undefined ? (isTime ? Date.parse(text) / 1000 : Number.NaN) : start + ofDay;
  if (Number.isNaN(time) || time < 0)
    throw new Failure(
      `${text} isn't a date such as 2026-11-20 (in Korea), or a time with a time zone such as 2026-11-20T18:00+09:00.`,
    );
  return time;
}

async function listAffected(this: Command): Promise<void> {
  const { url, gateway, json, reason, application, since, until } = this.optsWithGlobals<Options>();
  if (gateway)
    throw new Failure(
      'A gateway has no index of disclosures, because its users are those of the application itself. Remove --gateway, and use the address of the service.',
    );
  if (reason === undefined) throw new Failure('This list requires a reason. Add: --reason "incident 12"');
  if (since > until) throw new Failure('--since is after --until.');
  const people = createServicePeopleApi(url);
  const listed = new Set<string>();
  const { console } = io();
  if (!json) console.log('plid,first,last,attributes,ended');
  let page: AffectedPage | undefined;
  let unreadable = 0;
  do {
    const query = {
      client_id: application,
      since,
      until,
      reason,
      ...(page?.cursor && { cursor: page.cursor }),
    };
    page = await people.affected(query);
    unreadable += page.unreadable;
    // A row that is re-encrypted meanwhile may be on two pages.
    for (const user of page.people.filter(({ plid }) => !listed.has(plid))) {
      listed.add(user.plid);
      console.log(json ? JSON.stringify(user) : csvLine(user));
    }
  } while (page.cursor !== undefined);
  summarize(listed.size, page, since, application);
  refuseIncomplete(page.missing_keys, unreadable);
}

const csvLine = ({ plid, first, last, attributes, ended }: AffectedPage['people'][number]): string =>
  [
    plid,
    first === 0 ? '' : iso(first),
    iso(last),
    attributes.join(' '),
    ended === undefined ? '' : iso(ended),
  ].join();

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');

/** Prints the count to standard error, so that standard output contains only the list. */
function summarize(count: number, { application, started }: AffectedPage, since: number, id: string): void {
  const { console } = io();
  const name = application === undefined ? id : `${application} (${id})`;
  console.error(`${count} ${count === 1 ? 'user' : 'users'} of ${name} may be affected.`);
  if (application === undefined)
    console.error(
      `The service has no application ${id}. If it wasn't deleted, check the client_id: npx plid-admin applications list`,
    );
  if (started === undefined) console.error('The index of disclosures is empty.');
  else if (since < started)
    console.error(
      `The index begins at ${formatDateOfSeconds(started)}. Users who haven't signed in, disconnected, or left since then are missing from it. See docs/operate/users.md.`,
    );
}

/** @throws {Failure} if some users can't be listed. */
function refuseIncomplete(missingKeys: readonly string[], unreadable: number): void {
  const reasons = [
    ...(missingKeys.length > 0 ? [`DISCLOSURE_KEY lacks ${missingKeys.join(' and ')}`] : []),
    ...(unreadable > 0 ? [`${unreadable} ${unreadable === 1 ? 'row' : 'rows'} can't be decrypted`] : []),
  ];
  if (reasons.length === 0) return;
  throw new Failure(
    `The list is incomplete: ${reasons.join('; ')}. Put the former key back into DISCLOSURE_KEY, after the current one, and deploy the service (docs/operate/keys.md, DISCLOSURE_KEY).`,
  );
}
