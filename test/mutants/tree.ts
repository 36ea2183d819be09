import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../support/world/bundles.ts';
import { type Line, mark } from './report-failures.ts';

/** Files that are no sources: libraries, history, and leftovers of a developer's work. */
const isLeftOut = (name: string) =>
  /^(node_modules|dist|\.git|\.wrangler|\.plid|\.bench|\.next|\.dev\.vars.*)$/.test(name);

/** The result of a run of tests. `timedOut`: it was ended at its limit. */
export interface Shown {
  lines: Line[];
  timedOut: boolean;
  output: string;
}

interface Options {
  /** In seconds. */
  limit: number;
  /** Whether the first failure ends it. */
  untilFailure: boolean;
}

/**
 * A copy of this source tree, in which mistakes are made and tests run. The libraries are those of the project, by a link.
 * @param folder a folder that does not exist yet.
 */
export class Tree {
  readonly #folder: string;
  readonly top: string;
  #running: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.top = path.join(folder, 'plid');
    cpSync(root, this.top, { recursive: true, filter: (source) => !isLeftOut(path.basename(source)) });
    symlinkSync(path.join(root, 'node_modules'), path.join(this.top, 'node_modules'), 'junction');
  }

  /** Replaces a file's text. @param file a path from the top of the project. */
  write(file: string, text: string): void {
    writeFileSync(path.join(this.top, file), text);
  }

  /** Runs test files. All their processes end with them, and the files that they have written are removed. */
  async run(files: readonly string[], { limit, untilFailure }: Options): Promise<Shown> {
    const temporary = path.join(this.#folder, 'temporary');
    mkdirSync(temporary);
    const shown: Shown = { lines: [], timedOut: false, output: '' };
    const child = this.#start(files, temporary);
    const timer = setTimeout(() => {
      shown.timedOut = true;
      this.end();
    }, limit * 1000);
    const ended = new Promise((resolve) => child.once('close', resolve));
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (text) => {
        shown.output = `${shown.output}\n${text}`.slice(-3000);
        if (!text.startsWith(mark)) return;
        const line = JSON.parse(text.slice(mark.length)) as Line;
        shown.lines.push(line);
        if (untilFailure && !line.passed) this.end();
      });
    await ended;
    clearTimeout(timer);
    this.end();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    return shown;
  }

  /** In a process group of its own, so that {@link end} leaves nothing behind. */
  #start(files: readonly string[], temporary: string) {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const words = ['run', '--reporter=./test/mutants/report-failures.ts', '--maxWorkers=1', ...files];
    const kept = Object.entries(process.env).filter(([name]) => !/^(VITEST|PLID_TEST_)/.test(name));
    const child = spawn(process.execPath, [vitest, ...words], {
      cwd: this.top,
      env: { ...Object.fromEntries(kept), TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#running = child;
    return child;
  }

  end(): void {
    try {
      if (this.#running?.pid !== undefined) process.kill(-this.#running.pid, 'SIGKILL');
    } catch {
      // The processes have ended already.
    }
  }
}
