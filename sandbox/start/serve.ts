import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import type { StartOptions } from './options.ts';
import { answersSoon, waitUntilReady } from './wait-until-ready.ts';
import { welcome } from './welcome.ts';
import { startWrangler } from './wrangler.ts';
import { type LocalServers, wranglerArguments } from './wrangler-arguments.ts';
import { formatWranglerLine, reportsCrash } from './wrangler-lines.ts';

/** Time after which a start counts as slow and prints its progress, in milliseconds. */
const quickStart = 1_000;

/**
 * Runs the local environment until it is stopped, and prints the welcome text when it is ready.
 * @returns after the environment has been stopped. @throws {Failure} if the environment doesn't start, or exits
 * unexpectedly.
 */
export async function serve(options: StartOptions, servers: LocalServers): Promise<void> {
  const origin = `http://localhost:${options.port}`;
  const address = `${origin}${options.service === undefined ? '/sandbox' : '/auth/healthz'}`;
  const wrangler = startWrangler(options.state, ...(await wranglerArguments(options, servers)));
  const early: string[] = [];
  let take = (line: string): void => void early.push(line);
  wrangler.onLine((line) => take(line));
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    io().signals.on(signal, () => {
      stopped = true;
      wrangler.stop();
    });

  const building = setTimeout(() => printStatus('Building the workers …'), quickStart);
  const problem = await waitUntilReady(address, wrangler.exit, early);
  clearTimeout(building);
  if (problem !== undefined && !stopped) {
    wrangler.kill();
    throw new Failure(problem);
  }
  if (!stopped) printStatus(welcome(origin, options, servers));

  let ending =
    'wrangler exited unexpectedly, so the local environment has stopped. Start it again with: npm start';
  take = (line) => {
    const text = formatWranglerLine(line, stopped);
    if (text !== undefined) io().console.log(text);
    if (reportsCrash(line)) void exitUnlessRestarted();
  };
  /**
   * Stops wrangler if its runtime doesn't respond after a crash, so that this process ends instead of waiting
   * forever. wrangler restarts the runtime, but the restarted runtime doesn't always respond.
   */
  async function exitUnlessRestarted(): Promise<void> {
    if (await answersSoon(address)) return;
    ending = 'The runtime crashed and did not recover. Start it again with: npm start';
    wrangler.kill();
  }
  await wrangler.exit;
  if (!stopped) throw new Failure(ending);
}

/**
 * Prints a text to standard output if standard output is a terminal. Otherwise, a program reads the log from
 * standard output, so the text goes to standard error.
 */
function printStatus(text: string): void {
  const { console, stdout } = io();
  if (stdout.isTTY) console.log(text);
  else console.error(text);
}
