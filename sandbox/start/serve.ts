import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import type { StartOptions } from './options.ts';
import { answersSoon, waitUntilReady } from './wait-until-ready.ts';
import { welcome } from './welcome.ts';
import { startWrangler } from './wrangler.ts';
import { wranglerArguments } from './wrangler-arguments.ts';
import { isShown, reportsCrash } from './wrangler-lines.ts';

/** When a start counts as slow, so that it says what it does, in milliseconds. */
const quickStart = 1_000;

/**
 * Serves the local world until it is stopped, and prints what to open as soon as it answers.
 * @param sandboxCarriers where the sandbox's carriers answer over HTTP; undefined where they are not asked.
 * @returns once it was stopped. @throws {Failure} where it does not come up, or ends by itself.
 */
export async function serve(options: StartOptions, sandboxCarriers: string | undefined): Promise<void> {
  const origin = `http://localhost:${options.port}`;
  const address = `${origin}${options.service === undefined ? '/sandbox' : '/auth/healthz'}`;
  const wrangler = startWrangler(options.state, ...(await wranglerArguments(options, sandboxCarriers)));
  const early: string[] = [];
  let take = (line: string): void => void early.push(line);
  wrangler.onLine((line) => take(line));
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    io().signals.on(signal, () => {
      stopped = true;
      wrangler.stop();
    });

  const building = setTimeout(() => tell('Building the workers …'), quickStart);
  const problem = await waitUntilReady(address, wrangler.exit, early);
  clearTimeout(building);
  if (problem !== undefined && !stopped) {
    wrangler.kill();
    throw new Failure(problem);
  }
  if (!stopped) tell(welcome(origin, options));

  let ending = 'wrangler has ended by itself, and the local world with it. Start it again: npm start';
  take = (line) => {
    const text = isShown(line, stopped);
    if (text !== undefined) io().console.log(text);
    if (reportsCrash(line)) void endUnlessBack();
  };
  /** After a crash wrangler starts its runtime anew, but not always so that it answers again: then all of it would wait for ever. */
  async function endUnlessBack(): Promise<void> {
    if (await answersSoon(address)) return;
    ending = 'The runtime has crashed, and does not answer again. Start it again: npm start';
    wrangler.kill();
  }
  await wrangler.exit;
  if (!stopped) throw new Failure(ending);
}

/** Tells the person at the terminal; where the log goes to a program, beside it. */
function tell(text: string): void {
  const { console, stdout } = io();
  if (stdout.isTTY) console.log(text);
  else console.error(text);
}
