import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { carrierCodes } from '../../workers/core/protocol/user-record.ts';
import { Failure } from '../cli/failure.ts';
import { terminalColumns } from '../terminal/layout.ts';
import { readable } from './log-view.ts';
import type { StartOptions } from './options.ts';
import { writeSecret } from './other-service.ts';
import { explain } from './trouble.ts';
import { welcome } from './welcome.ts';
import { startWrangler } from './wrangler.ts';

/** How long the first answer may take in all, and each attempt, in milliseconds. */
const startTimeout = 60_000;
const attemptTimeout = 3_000;
const interval = 250;
/** How long wrangler may take to stop, in milliseconds. */
const stopTimeout = 3_000;

/**
 * Serves the local world until it is stopped, and prints what to open as soon as it answers.
 * @returns the exit code. @throws {Failure} where it does not come up.
 */
export async function serve(options: StartOptions): Promise<number> {
  const { port, state, secrets, application, guard, service } = options;
  const origin = `http://localhost:${port}`;
  const vars = [
    ...['BASE_URL', 'GATEWAY_ORIGIN'].map((name) => `${name}:${origin}`),
    `SERVICE_URL:${service?.origin ?? origin}`,
    ...(service === undefined ? [] : [`CLIENT_ID:${service.clientId}`, 'OTHER_SERVICE:Y']),
    ...carrierCodes.map((carrier) => `PHONE_APP_${carrier}:Sandbox, ${origin}/sandbox`),
    ...(application === undefined ? [] : [`APPLICATION_URL:${application}`]),
    ...(guard === undefined ? [] : ['GUARD:Y', `PUBLIC_PATHS:${guard.publicPaths}`]),
  ];
  const wrangler = startWrangler(
    state,
    ...['dev', '--port', String(port), '--inspector-port', '0', '--persist-to', state],
    ...['--env-file', secrets, ...(service === undefined ? [] : ['--env-file', writeSecret(state, service)])],
    ...['--show-interactive-dev-session=false', ...vars.flatMap((setting) => ['--var', setting])],
  );
  const early: string[] = [];
  let take = (line: string): void => void early.push(line);
  wrangler.onLine((line) => take(line));

  let stopped = false;
  const stop = (signal: NodeJS.Signals) => {
    stopped = true;
    wrangler.process.kill(signal);
    setTimeout(() => wrangler.kill(), stopTimeout).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));

  const problem = await waitUntilUp(
    `${origin}${service === undefined ? '/sandbox' : '/auth/healthz'}`,
    wrangler.exit,
    early,
  );
  if (problem !== undefined && !stopped) {
    wrangler.kill();
    throw new Failure(problem);
  }
  if (!stopped) tell(welcome(origin, options));
  take = (line) => {
    if (!isWranglerLine(line)) writeLogLine(line);
  };
  const code = await wrangler.exit;
  return stopped ? 0 : (code ?? 1);
}

/**
 * Waits for the first good answer.
 * @param lines what wrangler has written, while more comes in. @returns what went wrong, if it did.
 */
async function waitUntilUp(
  address: string,
  exit: Promise<unknown>,
  lines: readonly string[],
): Promise<string | undefined> {
  const ended = new AbortController();
  void exit.then(() => ended.abort());
  const until = Date.now() + startTimeout;
  while (Date.now() < until) {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(attemptTimeout)]);
    const answer = await ask(address, signal).catch(() => undefined);
    if (answer?.ok) return undefined;
    if (answer !== undefined) return `The local world does not work. ${answer.text.trim()}`;
    await wait(interval);
    const problem = explain(lines, ended.signal.aborted);
    if (problem !== undefined) return problem;
  }
  return `The local world has not answered within ${startTimeout / 1000} s.`;
}

/** @throws where it does not answer, or where the answer breaks off. */
async function ask(address: string, signal: AbortSignal): Promise<{ ok: boolean; text: string }> {
  const response = await fetch(address, { signal });
  return { ok: response.ok, text: await response.text() };
}

/** The workers log each request themselves; where wrangler keeps its own log is of no use to anybody who stops it. */
const isWranglerLine = (line: string) =>
  /^(?:$|\[wrangler:info\] |🪵 )/u.test(stripVTControlCharacters(line));

/** Tells the person at the terminal; where the log goes to a program, beside it. */
const tell = (text: string) => (process.stdout.isTTY ? console.log(text) : console.error(text));

/** A person reads lines; a program gets them as the workers write them. */
const writeLogLine = (line: string) =>
  console.log(process.stdout.isTTY ? readable(line, terminalColumns(), new Date()) : line);
