import { Command, InvalidArgumentError } from 'commander';
import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { clientIdFormat } from '../../workers/core/protocol/credentials.ts';
import { day, startOfDayInKorea } from '../korean-time.ts';
import { AdminApi } from './admin-api.ts';
import { Operator } from './operator-api-client.ts';
import { addedReviewer, listedReviewers } from './reviewers-api.ts';
import { describeReviewers, describeReviewNotes } from './reviewers-output.ts';
import { urlOption } from './url-option.ts';

interface Options {
  url: string;
  json?: true;
  /** In seconds since 1970. */
  until?: number;
}

/** Period of a reviewer if `--until` isn't given, in seconds. */
const defaultPeriod = 30 * day;

/** `plid-admin reviewers …`: manages the store reviewers of an application (docs/operate/users.md). */
export function reviewersCommand(): Command {
  const reviewers = new Command('reviewers')
    .description('Register sign-ins for the reviewers of App Store and Google Play')
    .addOption(urlOption('Address of the service'))
    .option('--json', 'Print JSON')
    .configureHelp({ showGlobalOptions: true });
  reviewers.command('list <client_id>').description("List an application's reviewers").action(list);
  reviewers
    .command('add <client_id>')
    .description('Register a reviewer and print its code once, with the text for the review notes')
    .option(
      '--until <date>',
      'Last day in Korea, at most 90 days ahead (default: 30 days from now)',
      readLastDay,
    )
    .action(add);
  reviewers
    .command('remove <client_id> <reviewer>')
    .description('Remove a reviewer and end its tokens')
    .action(remove);
  return reviewers;
}

/** Returns the end of a day in Korea, in seconds since 1970. */
function readLastDay(text: string): number {
  const start = startOfDayInKorea(text);
  if (start === undefined) throw new InvalidArgumentError('Write the date as 2027-01-31.');
  return start + day;
}

async function list(this: Command, client_id: string): Promise<void> {
  const { url, json } = this.optsWithGlobals<Options>();
  const answer = await new Operator(url).call('GET', pathOf(client_id), listedReviewers, { explain });
  io().console.log(json ? JSON.stringify(answer, null, 2) : describeReviewers(answer.reviewers, client_id));
}

async function add(this: Command, client_id: string): Promise<void> {
  const {
    url,
    json,
    until: ends = Math.floor(Date.now() / 1000) + defaultPeriod,
  } = this.optsWithGlobals<Options>();
  const path = pathOf(client_id);
  const { name, attributes } = await new AdminApi(url).show(client_id);
  const answer = await new Operator(url).call('POST', path, addedReviewer, { body: { ends }, explain });
  io().console.log(
    json ? JSON.stringify(answer, null, 2) : describeReviewNotes(answer, { name, attributes }),
  );
}

async function remove(this: Command, client_id: string, id: string): Promise<void> {
  const { url, json } = this.optsWithGlobals<Options>();
  const path = `${pathOf(client_id)}/${encodeURIComponent(id)}`;
  await new Operator(url).call('DELETE', path, v.undefined(), { explain });
  io().console.log(json ? JSON.stringify({ id }, null, 2) : 'Removed the reviewer and ended its tokens.');
}

const explain = (status: number, message: string): string =>
  status === 404
    ? 'The service has no such application or reviewer. To list them, run: npx plid-admin reviewers list <client_id>'
    : message;

/** @throws {Failure} if the argument isn't a client ID. */
function pathOf(client_id: string): string {
  if (clientIdFormat.test(client_id)) return `/admin/applications/${client_id}/reviewers`;
  throw new Failure(`${client_id} isn't a client_id. To list them, run: npx plid-admin applications list`);
}
