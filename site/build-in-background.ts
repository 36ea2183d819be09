import { spawn } from 'node:child_process';
import path from 'node:path';
import { builtFrom, fingerprint } from './output.ts';

/** Time for which the files aren't compared again, in milliseconds. */
const checkInterval = 1_000;
/** Maximum length of the error of a failed build, in characters. */
const errorLength = 10_000;

/**
 * Builds the site in another process if its files have changed. @param lowPriority whether the machine's other
 * programs come first.
 */
export function createBuilder(lowPriority: boolean) {
  let checked = Number.NEGATIVE_INFINITY;
  let tried: string | undefined;
  let building: ReturnType<typeof spawn> | undefined;
  let problem: string | undefined;

  function start(): void {
    const words = [path.join(import.meta.dirname, 'build.ts'), ...(lowPriority ? ['--background'] : [])];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    building = child;
    let errors = '';
    child.stderr.on('data', (part) => (errors += part));
    child.once('error', ({ message }) => (errors += message));
    child.once('close', (code) => {
      building = undefined;
      problem = code === 0 ? undefined : errors.slice(0, errorLength);
    });
  }

  return {
    /** Starts a build if one is due. @returns the error of the last build, or undefined if it succeeded. */
    refresh(): string | undefined {
      if (building === undefined && performance.now() - checked > checkInterval) {
        const files = fingerprint();
        if (files !== builtFrom() && files !== tried) start();
        tried = files;
        checked = performance.now();
      }
      return problem;
    },
    stop: () => void building?.kill(),
  };
}
