import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../cli/failure.ts';
import type { StartOptions } from './options.ts';
import { explain } from './trouble.ts';
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
  const { port, state, secrets, application, guard } = options;
  const origin = `http://localhost:${port}`;
  const vars = [
    ...['BASE_URL', 'SERVICE_URL', 'GATEWAY_ORIGIN'].map((name) => `${name}:${origin}`),
    ...['S', 'K', 'L'].map((carrier) => `PHONE_APP_${carrier}:Sandbox, ${origin}/sandbox`),
    ...(application === undefined ? [] : [`APPLICATION_URL:${application}`]),
    ...(guard === undefined ? [] : ['GUARD:Y', `PUBLIC_PATHS:${guard.publicPaths}`]),
  ];
  const wrangler = startWrangler(
    state,
    ...['dev', '--port', String(port), '--inspector-port', '0', '--persist-to', state, '--env-file', secrets],
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

  const problem = await waitUntilUp(`${origin}/sandbox`, wrangler.exit, early);
  if (problem !== undefined && !stopped) {
    wrangler.kill();
    throw new Failure(problem);
  }
  if (!stopped) console.log(welcome(origin, options));
  take = (line) => {
    if (!isWranglerLine(line)) console.log(line);
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
    const response = await fetch(address, { signal }).catch(() => undefined);
    if (response?.ok) return undefined;
    if (response !== undefined) return `The local world does not work. ${(await response.text()).trim()}`;
    await wait(interval);
    const problem = explain(lines, ended.signal.aborted);
    if (problem !== undefined) return problem;
  }
  return `The local world has not answered within ${startTimeout / 1000} s.`;
}

/** The workers log each request themselves. */
const isWranglerLine = (line: string) => line === '' || line.startsWith('[wrangler:info] ');

const welcome = (origin: string, { application, guard, secrets }: StartOptions) => `
plid is running.

  ${application === undefined ? 'A shop to log in to ' : 'Your application    '}   ${origin}${guard === undefined ? '' : behindGuard(origin, application, secrets)}
  The phones             ${origin}/sandbox
  API reference          ${origin}/docs
  What to try            README.md

Ctrl-C stops it. Below, the workers log what they do.
`;

const behindGuard = (origin: string, application: string | undefined, secrets: string) => `
    behind the guard     Plid-Identity: HS256 under the IDENTITY_KEY of ${secrets},
                         iss ${origin}, aud ${application}`;
