import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The path of a program that is installed. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface Program {
  /** Waits until its output matches a pattern. @returns the first group. @throws if the program ends before. */
  says(pattern: RegExp): Promise<string>;
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>;
}

/** How long a program may take until it's ready, in milliseconds. */
const longestStart = 60_000;

/** Starts a program, which ends with this process at the latest. */
export function startProgram(file: string, words: string[], env = process.env): Program {
  const child = spawn(file, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill();
  process.once('exit', kill);
  let output = '';
  let hasEnded = false;
  const end = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).then(() => {
    hasEnded = true;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  return {
    async says(pattern) {
      for (const since = performance.now(); performance.now() - since < longestStart; await setTimeout(20)) {
        const found = pattern.exec(output);
        if (found !== null) return found[1] ?? '';
        if (hasEnded) break;
      }
      throw new Error(`${file} isn't ready: ${output}`);
    },
    async stop() {
      process.off('exit', kill);
      child.kill();
      await end;
    },
  };
}

/** Waits until a server answers. @throws if it doesn't within a minute. */
export async function answers(address: string): Promise<void> {
  for (const since = performance.now(); performance.now() - since < longestStart; await setTimeout(20))
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  throw new Error(`${address} doesn't answer`);
}
