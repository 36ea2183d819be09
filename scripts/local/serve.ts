import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../cli/failure.ts';
import { startWrangler } from './wrangler.ts';

interface ServeOptions {
  port: number;
  /** Directory of what is kept. */
  state: string;
  /** File of the secrets. */
  secrets: string;
  /** Origin of the developer's own application. */
  application: string | undefined;
}

/** How long the first answer may take, in milliseconds. */
const patience = 60_000;
const interval = 250;

/**
 * Serves the local world until it is stopped, and says what to open as soon as it really answers.
 * @returns the exit code. @throws {Failure} where it does not come up.
 */
export async function serve({ port, state, secrets, application }: ServeOptions): Promise<number> {
  const origin = `http://localhost:${port}`;
  const addresses = ['BASE_URL', 'SERVICE_URL', 'GATEWAY_ORIGIN'].flatMap((name) => [
    '--var',
    `${name}:${origin}`,
  ]);
  const wrangler = startWrangler(
    state,
    ...['dev', '--port', String(port), '--inspector-port', '0', '--persist-to', state, '--env-file', secrets],
    ...['--show-interactive-dev-session=false', ...addresses],
    ...(application === undefined ? [] : ['--var', `APPLICATION_URL:${application}`]),
  );
  const early: string[] = [];
  let take = (line: string): void => void early.push(line);
  wrangler.onLine((line) => take(line));
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopped = true;
      wrangler.process.kill(signal);
    });
  }

  const answering = await Promise.race([answers(`${origin}/sandbox`), wrangler.exit.then(() => false)]);
  if (!answering && !stopped) {
    wrangler.process.kill();
    throw new Failure(`${early.join('\n')}\nThe local world did not come up.`);
  }
  if (!stopped) console.log(welcome(origin, application));
  take = (line) => {
    if (!isNoise(line)) console.log(line);
  };
  const code = await wrangler.exit;
  return stopped ? 0 : (code ?? 1);
}

async function answers(address: string): Promise<boolean> {
  const until = Date.now() + patience;
  while (Date.now() < until) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return true;
    await wait(interval);
  }
  return false;
}

/** The workers log each request themselves. */
const isNoise = (line: string) => line === '' || line.startsWith('[wrangler:info] ');

const welcome = (origin: string, application?: string) => `
plid is running.

  ${application === undefined ? 'A shop to log in to ' : 'Your application    '}   ${origin}
  The phones             ${origin}/sandbox
  The contract           ${origin}/docs
  What to try            README.md

Ctrl-C stops it. Below, the workers log what they do.
`;
