import { Command } from 'commander';
import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { table } from '../../tools/terminal/layout.ts';
import { clientIdFormat } from '../../workers/core/protocol/credentials.ts';
import { readReason } from './access-reason.ts';
import { formatDateOfSeconds } from './application-output.ts';
import { Operator } from './operator-api-client.ts';
import { urlOption } from './url-option.ts';

interface Options {
  url: string;
  json?: true;
  reason?: string;
}

const event = v.object({
  jti: v.string(),
  plid: v.string(),
  type: v.string(),
  /** Time at which the event occurred, in seconds since 1970. */
  at: v.number(),
  status: v.string(),
  answer: v.exactOptional(v.string()),
});
const listed = v.object({ events: v.array(event), cursor: v.exactOptional(v.string()) });
const resent = v.object({ resent: v.number(), cursor: v.exactOptional(v.string()) });
type UndeliveredEvent = v.InferOutput<typeof event>;

/** `plid-admin events …`: lists undelivered events and redelivers them (docs/operate/applications.md, Events). */
export function eventsCommand(): Command {
  const events = new Command('events')
    .description('List undelivered events and redeliver them')
    .addOption(urlOption('Address of the service'))
    .option(
      '--reason <text>',
      'Reason that is recorded with the name of your token; no personal data',
      readReason,
    )
    .option('--json', 'Print JSON')
    .configureHelp({ showGlobalOptions: true });
  events.command('list <client_id>').description("List an application's undelivered events").action(list);
  events
    .command('resend <client_id> [jti]')
    .description('Redeliver one undelivered event, or all of them')
    .action(resend);
  return events;
}

async function list(this: Command, client_id: string): Promise<void> {
  const { url, json, reason } = this.optsWithGlobals<Options>();
  const operator = new Operator(url);
  const events: UndeliveredEvent[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ ...(reason && { reason }), ...(cursor && { cursor }) });
    const page = await operator.call('GET', `${pathOf(client_id)}?${query}`, listed);
    events.push(...page.events);
    ({ cursor } = page);
  } while (cursor !== undefined);
  io().console.log(json ? JSON.stringify({ events }, null, 2) : describeEvents(events, client_id));
}

async function resend(this: Command, client_id: string, jti?: string): Promise<void> {
  const { url, json, reason } = this.optsWithGlobals<Options>();
  const operator = new Operator(url);
  const explain = (status: number, message: string) =>
    status === 404
      ? 'The event is not in the list. It has been delivered in the meantime, or is older than 30 days.'
      : message;
  let count = 0;
  let cursor: string | undefined;
  do {
    const chosen = jti === undefined ? { ...(cursor !== undefined && { cursor }) } : { jti };
    const body = { ...chosen, ...(reason && { reason }) };
    const page = await operator.call('POST', `${pathOf(client_id)}/resend`, resent, { body, explain });
    count += page.resent;
    cursor = page.cursor;
  } while (cursor !== undefined);
  const sentence = `${count === 1 ? '1 event is' : `${count} events are`} being redelivered.`;
  io().console.log(json ? JSON.stringify({ resent: count }, null, 2) : sentence);
}

/** @throws {Failure} if the argument isn't a client ID. */
function pathOf(client_id: string): string {
  if (clientIdFormat.test(client_id)) return `/admin/applications/${client_id}/events`;
  throw new Failure(`${client_id} isn't a client_id. To list them, run: npx plid-admin applications list`);
}

function describeEvents(events: readonly UndeliveredEvent[], client_id: string): string {
  if (events.length === 0) return `${client_id} has no undelivered events.`;
  const rows = events.map(({ jti, plid, type, at, status, answer = 'no answer' }) => [
    jti,
    formatDateOfSeconds(at),
    type,
    plid,
    `${status.replace('_', ' ')} (${answer})`,
  ]);
  return table(['JTI', 'HAPPENED', 'EVENT', 'PLID', 'STATUS'], rows);
}
