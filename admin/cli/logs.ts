import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { table } from '../../tools/terminal/layout.ts';
import { readSignInName } from '../../workers/core/protocol/sign-in-header.ts';
import { codedIds, readSupportCode, supportCode } from '../../workers/core/protocol/support-code.ts';
import { eventsIn, type LogLine, readLogLines } from './log-lines.ts';

/** `plid-admin logs`: collects the log lines of one sign-in or request from service and gateway (docs/operate/monitoring.md). */
export function logsCommand(): Command {
  return (
    new Command('logs')
      .description('Collect the log lines of one sign-in or request from the service and the gateway')
      .argument('<code>', 'Support code of an error page, or the ID of a sign-in or request')
      .argument(
        '[file]',
        'Output of wrangler tail --format json, or of Workers Logs; default: standard input',
      )
      .option('--json', 'Print the lines as JSON')
      .option('--filter', 'Print how to filter for the code in Workers Logs, and read no lines')
      // An id may begin with a hyphen.
      .allowUnknownOption()
      .action(show)
  );
}

const requestIdFormat = /^[0-9a-f]{16}$/;

interface Options {
  json?: true;
  filter?: true;
}

async function show(sent: string, file: string | undefined, { json, filter }: Options): Promise<void> {
  const code = requestIdFormat.test(sent) ? sent : (readSignInName(sent) ?? readSupportCode(sent));
  if (code === undefined)
    throw new Failure(
      `${sent} isn't a support code, such as 7K3M-Q2XA, or the ID of a sign-in or request from a log line.`,
    );
  if (filter) return printFilter(code);
  const lines = readLogLines(await read(file));
  const story = storyOf(lines, code);
  if (story.length === 0)
    throw new Failure(`None of the ${lines.length} worker log lines belongs to ${code}.`);
  const { console } = io();
  if (json) for (const { fields } of story) console.log(JSON.stringify(fields));
  else console.log(table(['time', 'worker', 'what', 'more'], story.map(rowOf)));
}

/** Prints the filters that find a code's lines in Workers Logs. A support code contains only a part of an ID. */
function printFilter(code: string): void {
  const short = readSupportCode(code);
  const { signIn, request } = short === code ? codedIds(code) : { signIn: code, request: code };
  io().console.log(`sign_in includes ${signIn}\nrequest includes ${request}`);
}

/** @throws {Failure} if the file can't be read. */
async function read(file = '-'): Promise<string> {
  const { cwd, stdin } = io();
  if (file === '-') return text(stdin);
  return readFile(resolve(cwd, file), 'utf8').catch(() => {
    throw new Failure(`${file} can't be read.`);
  });
}

/**
 * Returns the lines of the sign-in or request, and other lines about the same requests, such as those from Durable
 * Objects or failed gateway calls. The lines are sorted by time if every line has one. Otherwise, they keep the
 * order of the text.
 */
function storyOf(lines: readonly LogLine[], code: string): LogLine[] {
  const ids = ({ fields: { request, upstream_request } }: LogLine) =>
    [request, upstream_request].filter((id) => id !== undefined);
  const isCode = (id: unknown) => id !== undefined && (id === code || supportCode(`${id}`) === code);
  const isOfSignIn = ({ fields: { sign_in } }: LogLine) => isCode(sign_in);
  const named = lines.filter((line) => isOfSignIn(line) || ids(line).some(isCode));
  const requests = new Set(named.flatMap(ids));
  const story = lines.filter((line) => isOfSignIn(line) || ids(line).some((id) => requests.has(id)));
  const isTimed = story.every(({ time }) => time !== undefined);
  return isTimed ? story.sort((one, other) => Number(one.time) - Number(other.time)) : story;
}

/** Fields that a row shows in another form, or whose value is the same in every row. */
const shown = ['level', 'worker', 'request', 'sign_in', 'events', 'method', 'route', 'status', 'timestamp'];

function rowOf({ time, fields }: LogLine): string[] {
  const { worker, method, route, status, operation } = fields;
  const answered = route === undefined ? [] : [`${method} ${route} ${status}`];
  const what = [...answered, ...eventsIn(fields)].join(', ') || operation || '';
  const more = Object.entries(fields)
    .filter(([field, value]) => !shown.includes(field) && value !== what)
    .map(([field, value]) => `${field}=${value}`);
  const at = time === undefined ? '' : new Date(time).toISOString().slice(0, -1).replace('T', ' ');
  return [at, `${worker}`, `${what}`, more.join(' ')].map(printable);
}

/** Removes control characters, because a file may come from anywhere. */
const printable = (cell: string): string => cell.replace(/\p{Cc}/gu, ' ');
