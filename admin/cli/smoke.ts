import { styleText } from 'node:util';
import { Command, InvalidArgumentError } from 'commander';
import manifest from '../../packages/plid/package.json' with { type: 'json' };
import { ExitStatus, Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { describe, labelled } from '../../tools/terminal/layout.ts';
import { isSecureAddress } from '../../workers/core/http/secure-address.ts';
import type { Observation } from '../smoke/observation.ts';
import { runSmoke, type SmokeReport } from '../smoke/run.ts';

const variable = 'PLID_SESSION';

interface Options {
  session?: true;
  deploy?: string;
  callback?: URL;
  json?: true;
}

/** `plid-admin smoke`: tries what only Cloudflare shows. Exits with code 1 if it finds a fault. */
export function smokeCommand(): Command {
  return new Command('smoke')
    .description('Try the behavior of a deployed gateway that only Cloudflare shows, and print a report')
    .argument('<url>', 'Address of the gateway', readOrigin)
    .option(
      '--session',
      `Also use the session in ${variable} (value of the cookie plid-session), and sign it out`,
    )
    .option('--deploy <command>', 'Also run this command, which deploys the gateway, while requests are sent')
    .option('--callback <url>', 'Only read what a run at another location wrote to KV', readCallback)
    .option('--json', 'Print JSON')
    .action(async (origin: string, { session, json, ...options }: Options) => {
      const started = new Date();
      const report = await runSmoke(origin, { ...options, session: session && readSession() });
      const seconds = Math.round((Date.now() - started.getTime()) / 1_000);
      const run = { url: origin, plid: manifest.version, started: started.toISOString(), seconds, ...report };
      io().console.log(json ? JSON.stringify(run, null, 2) : text(run));
      if (report.observations.some(({ level }) => level === 'fault')) throw new ExitStatus(1);
    });
}

interface Run extends SmokeReport {
  url: string;
  plid: string;
  started: string;
  seconds: number;
}

const colors = { good: 'green', note: 'yellow', fault: 'red', 'not verified': 'blue' } as const;

function text({ url, plid, started, seconds, location, requests, observations }: Run): string {
  const head = [
    ['gateway', url],
    ['location', location ?? 'not at Cloudflare'],
    ['run', `${started}, ${seconds} s, ${requests} requests, plid ${plid}`],
  ] as const;
  const rows = observations.flatMap(({ level, about, what, advice = [] }) =>
    labelled(styleText(colors[level], level, { stream: io().stdout }), [`${about}: ${what}`].concat(advice)),
  );
  return [describe(head), '', describe(rows), '', ending(observations)].join('\n');
}

function ending(observations: readonly Observation[]): string {
  const count = (wanted: Observation['level']) => observations.filter(({ level }) => level === wanted).length;
  return `${count('good')} good, ${count('note')} to note, ${count('fault')} faults, ${count('not verified')} not verified.`;
}

/** The session is read from the environment, because arguments are visible in process lists. @throws {Failure} */
function readSession(): string {
  const token = io().env[variable];
  if (token) return token;
  throw new Failure(`Set ${variable} to the value of the cookie plid-session of a signed-in browser.`);
}

function readOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && url.pathname === '/' && url.search === '' && isSecureAddress(url))
    return url.origin;
  throw new InvalidArgumentError('Use https://… without a path (or http:// on this machine).');
}

function readCallback(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.pathname === '/auth/callback' && url.searchParams.has('state')) return url;
  throw new InvalidArgumentError('Copy the whole address that the other run printed.');
}
