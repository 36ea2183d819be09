import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { SandboxError } from './sandbox-error.ts';

/** How to start a server. */
interface ServerOptions {
  /** A command line for the shell. */
  command: string;
  cwd: string;
  env: Record<string, string>;
  /** The server is ready as soon as it answers here, with any status. */
  address: string;
  /** Time limit for the start, in milliseconds. */
  timeout: number;
}

/** A server in a process of its own. */
export interface ServerProcess {
  /** The latest output of the server. */
  output(): string;
  /** @throws {SandboxError} with its output if the server has ended by itself. */
  requireRunning(): void;
  /** Stops the server with the processes that it has started. */
  stop(): Promise<void>;
}

/** Time between two attempts to reach the server, in milliseconds. */
const interval = 50;
/** Time in which a server can end by itself after SIGTERM, in milliseconds. */
const stopTimeout = 5_000;
/** Maximum length of the remembered output, in characters. */
const maxOutput = 20_000;

/** Starts a server, and waits until it answers. @throws {SandboxError} with its output if it doesn't. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { command, cwd, env, address, timeout } = options;
  // A group of its own, so that the server can be ended with the processes that the shell and the server start.
  const detached = process.platform !== 'win32';
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, { cwd, env: { ...process.env, ...env }, shell: true, detached, stdio });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-maxOutput);
    });
  const server = serverOf(child, command, () => text);
  const until = Date.now() + timeout;
  try {
    while (!(await answers(address))) {
      server.requireRunning();
      if (Date.now() > until)
        throw new SandboxError(
          withOutput(`${command} didn't answer at ${address} within ${timeout} ms.`, text),
        );
      await wait(interval);
    }
  } catch (failure) {
    await server.stop();
    throw failure;
  }
  return server;
}

function serverOf(child: ChildProcess, command: string, output: () => string): ServerProcess {
  let ended: string | undefined;
  const exit = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      ended = signal ?? `status ${code}`;
      resolve();
    });
  });
  const endWithThisProcess = () => killTree(child, 'SIGKILL');
  process.once('exit', endWithThisProcess);
  return {
    output,
    requireRunning() {
      if (ended !== undefined)
        throw new SandboxError(withOutput(`${command} ended by itself (${ended}).`, output()));
    },
    async stop() {
      process.off('exit', endWithThisProcess);
      killTree(child, 'SIGTERM');
      const isInTime = await Promise.race([exit.then(() => true), wait(stopTimeout, false, { ref: false })]);
      // Also after the server itself has ended: a process that it has started may ignore SIGTERM.
      killTree(child, 'SIGKILL');
      if (!isInTime) await exit;
    },
  };
}

const withOutput = (message: string, output: string): string =>
  `${message} ${output.trim() === '' ? 'It printed nothing.' : `Its output:\n\n${output.trimEnd()}\n`}`;

const answers = (address: string): Promise<boolean> =>
  fetch(address, { redirect: 'manual' }).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );

/** Ends a process and those that it has started. */
function killTree({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
  }
}
