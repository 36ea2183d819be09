import { resolve } from 'node:path';
import type { Sandbox, SandboxError, SandboxOptions } from '../sandbox/index.ts';
import type { ListedPerson } from '../sandbox/listed-person.ts';
import { refuseUnrelatedFolder } from '../sandbox/saved-state.ts';
import type { LocalOptions } from '../sandbox/start-sandbox.ts';
import { applicationSettings } from './application-options.ts';
import { exitStatusOf } from './exit-status.ts';
import { exitWithNpm } from './exit-with-npm.ts';
import { type InitPackage, init } from './init/init.ts';
import type { Io } from './io.ts';
import { carrierSettings } from './own-carriers.ts';
import { withPrintableConsole } from './printable.ts';
import { readSandboxArguments, type SandboxCommand } from './sandbox-arguments.ts';
import { welcome } from './welcome.ts';

interface Start {
  io: Io;
  /** Starts a sandbox from the package or from sources. */
  startSandbox: (options: SandboxOptions, local: LocalOptions) => Promise<Sandbox>;
  /** Returns the file of miniflare, or undefined if the project has installed it. */
  findRuntime: (io: Io) => Promise<string | undefined>;
  version: () => string;
  /** Returns the files that the page of a framework shows. */
  readTemplate: InitPackage['readTemplate'];
}

/**
 * Runs `plid sandbox` or `plid init`. @returns the exit code: 1 for a failure, 2 for an invalid command line.
 */
export function runCommand(words: readonly string[], given: Start): Promise<number> {
  const start = { ...given, io: withPrintableConsole(given.io) };
  return exitStatusOf(words, start.io, async () => {
    const [command, ...more] = words;
    if (command === 'init') {
      init(more, start.io, { version: start.version(), readTemplate: start.readTemplate });
      return 0;
    }
    const asked = readSandboxArguments(words);
    if ('sandbox' in asked) return serve(asked.sandbox, start);
    start.io.console.log('text' in asked ? asked.text : start.version());
    return 0;
  });
}

/** Runs a sandbox until it is stopped. @returns the exit code: 1 if it ended by itself, or couldn't be saved. */
async function serve(
  { withLog, asJson, save, carriers, choices, options: asked }: SandboxCommand,
  { startSandbox, findRuntime, io }: Start,
): Promise<number> {
  const { console, signals, cwd, env } = io;
  // `exitWithNpm` is called before the port is opened, because npm may exit while the sandbox starts.
  exitWithNpm();
  const { seed, state } = asked;
  const kept = save === undefined ? undefined : resolve(cwd, save);
  if (kept !== undefined) refuseUnrelatedFolder(kept);
  const options = {
    ...asked,
    ...(typeof seed === 'string' && { seed: resolve(cwd, seed) }),
    ...(state !== undefined && { state: resolve(cwd, state) }),
  };
  const settings = { ...carrierSettings(carriers, env.PLID_CARRIER_TOKEN), ...applicationSettings(choices) };
  const runtime = await findRuntime(io);
  const print = asJson ? console.error : console.log;
  const log = withLog ? { log: (line: string) => print(line) } : {};
  let lose = (_: SandboxError): void => undefined;
  const lost = new Promise<SandboxError>((resolve) => {
    lose = resolve;
  });
  const sandbox = await startSandbox({ ...options, ...log }, { runtime, settings, onLoss: lose });
  console.log(
    asJson
      ? readyLine(sandbox)
      : welcome(sandbox, await listPeople(sandbox.url), { ...options, ...choices }, kept),
  );
  const keepRunning = setInterval(() => undefined, 2 ** 31 - 1);
  const end = async () => {
    try {
      if (kept !== undefined) await sandbox.save(kept);
    } finally {
      await sandbox.stop();
    }
  };
  const failure = await Promise.race([
    lost,
    new Promise<Error | undefined>((resolve) => {
      const stop = () => void end().then(() => resolve(undefined), resolve);
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) signals.once(signal, stop);
    }),
  ]);
  clearInterval(keepRunning);
  if (failure !== undefined) console.error(failure.message);
  return failure === undefined ? 0 : 1;
}

/** The line of `--json`, for programs in other languages. */
const readyLine = ({ url, applications }: Sandbox): string => JSON.stringify({ url, applications });

/** Returns the users of a running sandbox. */
async function listPeople(url: string): Promise<ListedPerson[]> {
  const response = await fetch(`${url}/sandbox/subscribers`, { headers: { Accept: 'application/json' } });
  const { subscribers } = (await response.json()) as { subscribers: ListedPerson[] };
  return subscribers;
}
