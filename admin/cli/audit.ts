import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { table } from '../../tools/terminal/layout.ts';
import type { Chain } from '../audit/chain.ts';
import { exportLines, parseSaved, type SavedChain } from '../audit/saved-chain.ts';
import { summarize } from '../audit/summarize.ts';
import { comparedCount, compareWithSaved, findChainFaults, isComparable } from '../audit/verify-chain.ts';
import { formatKoreanTime, readPeriod } from '../korean-time.ts';
import { AuditApi } from './audit-api.ts';
import { urlOption } from './url-option.ts';

interface Options {
  url: string;
  gateway?: boolean;
  json?: true;
  since?: string;
  until?: string;
  against?: string;
}

/** `plid-admin audit …`: the records of operators' accesses to users' data (docs/operate/users.md). */
export function auditCommand(): Command {
  const audit = new Command('audit')
    .description("List, export, summarize, and verify the records of operators' accesses to users' data")
    .addOption(urlOption('Address of the service or gateway'))
    .option('--gateway', 'Treat the address as a gateway')
    .configureHelp({ showGlobalOptions: true });
  const withPeriod = (name: string, description: string) =>
    audit
      .command(name)
      .description(description)
      .option('--since <date>', 'First day in Korea, such as 2026-11-01')
      .option('--until <date>', 'Last day in Korea, such as 2026-11-30');
  const json = ['--json', 'Print JSON'] as const;
  withPeriod('list', 'List the records')
    .option(...json)
    .action(list);
  withPeriod('export', 'Print the records as JSON Lines; the last line has count and head').action(print);
  withPeriod('summary', 'Count the records by month, operator, and action')
    .option(...json)
    .action(summarizeAll);
  audit
    .command('verify')
    .description('Check the chain of the records, and compare it with an earlier export or summary')
    .option('--against <file>', 'An export, or a summary with --json, that was stored elsewhere')
    .option(...json)
    .action(verify);
  return audit;
}

const apiOf = ({ url, gateway = false }: Options): AuditApi => new AuditApi(url, gateway);

async function list(this: Command): Promise<void> {
  const options = this.optsWithGlobals<Options>();
  const period = readPeriod(options);
  const { records, ...state } = await apiOf(options).read('list', period);
  const rows = records.map(({ sequence, at, operator, action, by, people, reason = '-', ...record }) => [
    String(sequence),
    formatKoreanTime(at),
    operator,
    record.address ?? '-',
    action,
    describePeople(people, by, record.client_id),
    reason,
  ]);
  const header = ['RECORD', 'TIME IN KOREA', 'OPERATOR', 'ADDRESS', 'ACTION', 'PEOPLE', 'REASON'];
  const text = `${table(header, rows)}\n\n${describeState(state)}`;
  io().console.log(options.json ? JSON.stringify({ ...state, records }, null, 2) : text);
}

/** Pseudonyms of the users. If there are many, only their number. */
function describePeople(people: readonly string[], by?: string, client_id?: string): string {
  const found = people.length > 2 ? `${people.length} users` : people.join(' ');
  const about = client_id === undefined ? [] : [`of ${client_id}`];
  return [found || (by === undefined ? '-' : `no user found by ${by}`), ...about].join(' ');
}

const describeState = ({ count, head }: Pick<Chain, 'count' | 'head'>): string =>
  `${count} records were written in total. Head: ${head}`;

async function print(this: Command): Promise<void> {
  const options = this.optsWithGlobals<Options>();
  const period = readPeriod(options);
  const api = apiOf(options);
  const chain = await api.read('export', period);
  io().console.log(exportLines(chain, api.origin, chain.records.at(-1)?.at ?? 0));
}

async function summarizeAll(this: Command): Promise<void> {
  const options = this.optsWithGlobals<Options>();
  const period = readPeriod(options);
  const api = apiOf(options);
  const { records, ...state } = await api.read('summary', period);
  const months = summarize(records);
  const rows = months.map((row) => [
    row.month,
    row.operator,
    row.action,
    ...[row.records, row.people, row.withoutReason].map(String),
  ]);
  const text = table(['MONTH', 'OPERATOR', 'ACTION', 'RECORDS', 'USERS', 'WITHOUT REASON'], rows);
  const json = JSON.stringify({ origin: api.origin, ...state, months }, null, 2);
  io().console.log(options.json ? json : `${text}\n\n${describeState(state)}`);
}

async function verify(this: Command): Promise<void> {
  const options = this.optsWithGlobals<Options>();
  const api = apiOf(options);
  const saved = options.against === undefined ? undefined : await readSaved(options.against, api.origin);
  const chain = await api.read('verify');
  // The server under suspicion doesn't choose the time by which its records have expired.
  const now = Date.now() / 1000;
  const faults = [
    ...(await findChainFaults(chain, now)),
    ...(saved === undefined ? [] : compareWithSaved(chain, saved, now)),
  ];
  if (faults.length > 0)
    throw new Failure(
      `The access records of ${api.origin} aren't intact. Keep all exports, and find out who can deploy its workers:\n${listFaults(faults)}`,
    );
  if (saved !== undefined && !isComparable(chain, saved))
    throw new Failure(
      `No record of ${options.against} could be compared, because all have expired. That shows nothing about the records of ${api.origin}. Compare with a newer export.`,
    );
  const { count, head, anchor } = chain;
  const compared = saved && comparedCount(chain, saved);
  const result = { intact: true, count, head, anchor, ...(compared !== undefined && { compared }) };
  const text = `The chain is intact from record ${anchor.sequence + 1} to ${count}. ${describeComparison(saved, compared)}\n${describeState(chain)}`;
  io().console.log(options.json ? JSON.stringify(result, null, 2) : text);
}

const maxListed = 20;

function listFaults(faults: readonly string[]): string {
  const shown = faults.slice(0, maxListed).map((fault) => `- ${fault}`);
  const more = faults.length - shown.length;
  return [...shown, ...(more > 0 ? [`- ${more} further faults`] : [])].join('\n');
}

function describeComparison(saved: SavedChain | undefined, compared = 0): string {
  if (saved === undefined)
    return 'Only a comparison with an earlier export shows a cut end, or records that were replaced with all their hashes: add --against <file>.';
  const { records, count } = saved;
  if (records.length === 0) return `Record ${count}, with which the summary ends, is unchanged.`;
  return `${compared} of the file's ${records.length} records are still stored, and unchanged.`;
}

/** @throws {Failure} if the file can't be read, or belongs to another server. */
async function readSaved(file: string, origin: string): Promise<SavedChain> {
  const text = await readFile(resolve(io().cwd, file), 'utf8').catch(() => {
    throw new Failure(`${file} can't be read.`);
  });
  const saved = parseSaved(text, file);
  if (saved.origin === origin) return saved;
  throw new Failure(`${file} contains the records of ${saved.origin}, not of ${origin}.`);
}
