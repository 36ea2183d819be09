import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { killWithParentPath, wranglerProgramPath } from '../../../sandbox/start/wrangler.ts';
import { wranglerEnvironment } from '../../../sandbox/start/wrangler-environment.ts';
import type { Init } from '../../support/fixtures/browser-session.ts';
import { bundleOf, bundlesAreMade } from '../../support/world/bundles.ts';
import { freePort } from '../../support/world/example-process.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { publishedLocalSecrets } from '../../support/world/test-settings.ts';
import { root } from '../../support/world/test-workers.ts';

/** How long a request may take before it counts as unanswered, in milliseconds. */
const patience = 5_000;
/** How long starting may take, in milliseconds. */
const startLimit = 30_000;

/** The process ended, or did not run, before it answered. */
class Unanswered extends Error {}

/**
 * The local world as a developer runs it: `wrangler dev` and its workerd, over HTTP, with state on disk. A test can kill it at
 * any moment and start it again.
 */
export class LocalProcess {
  readonly url: string;
  readonly #directory: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(directory: string, port: number) {
    this.#directory = directory;
    this.#port = port;
    this.url = `http://localhost:${port}`;
  }

  static async create(): Promise<LocalProcess> {
    const local = new LocalProcess(mkdtempSync(path.join(testFolder(), 'local-')), await freePort());
    try {
      await bundlesAreMade();
      local.#prepare();
      await local.start();
    } catch (failure) {
      await local.close();
      throw failure;
    }
    return local;
  }

  /** Takes the bundle of the tests, so that a start takes about a second. */
  #prepare(): void {
    cpSync(path.dirname(bundleOf('sandbox/local.ts')), path.join(this.#directory, 'bundle'), {
      recursive: true,
    });
    const config = readFileSync(path.join(root, 'wrangler.toml'), 'utf8')
      .replace(/^main = .*$/m, 'main = "bundle/local.js"')
      .replace(/^\[build\]\n(?:.+\n)+/m, '')
      .replaceAll('http://localhost:8787', this.url);
    writeFileSync(path.join(this.#directory, 'wrangler.toml'), config);
    symlinkSync(path.join(root, 'node_modules'), path.join(this.#directory, 'node_modules'), 'junction');
    const secrets = Object.entries(publishedLocalSecrets);
    const lines = secrets.map(([name, value]) => `${name}="${value}"`);
    writeFileSync(path.join(this.#directory, '.dev.vars'), lines.join('\n'));
  }

  /** An environment of which no part is shared with a developer's own `wrangler dev`. */
  #env(): NodeJS.ProcessEnv {
    return { ...wranglerEnvironment(this.#directory), CI: '1' };
  }

  get stateFolder(): string {
    return path.join(this.#directory, 'state');
  }

  start(): Promise<void> {
    const output = openSync(path.join(this.#directory, 'output.log'), 'a');
    const port = ['--port', String(this.#port), '--inspector-port', '0'];
    const words = ['dev', '--no-bundle', '--persist-to', this.stateFolder, ...port];
    this.#process = spawn(process.execPath, [killWithParentPath, wranglerProgramPath, ...words], {
      cwd: this.#directory,
      env: this.#env(),
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    return this.up();
  }

  /** Resolves at the first answer. */
  up(): Promise<void> {
    return this.#until(true);
  }

  /** SIGKILL, for the process and all its children. */
  async kill(): Promise<void> {
    const { pid } = this.#process ?? {};
    if (pid === undefined) return;
    this.#process = undefined;
    process.kill(-pid, 'SIGKILL');
    await this.#until(false);
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true, maxRetries: 5 });
  }

  /** Never follows a redirect. @throws {Unanswered} */
  async fetch(url: string | URL, init: Init = {}): Promise<Response> {
    try {
      const signal = AbortSignal.timeout(patience);
      const response = await fetch(url, { redirect: 'manual', signal, ...init });
      const body = await response.arrayBuffer();
      const { status, headers } = response;
      return new Response(body.byteLength > 0 ? body : null, { status, headers });
    } catch (cause) {
      throw new Unanswered(String(url), { cause });
    }
  }

  /** Repeats a request until it is answered, as people do when their page does not load. */
  async persist<Result>(request: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await request();
      } catch (failure) {
        if (!(failure instanceof Unanswered)) throw failure;
        await this.up();
      }
    }
  }

  async #until(answers: boolean): Promise<void> {
    const deadline = Date.now() + startLimit;
    while ((await this.#answers()) !== answers) {
      const hasEnded = answers && this.#process?.exitCode != null;
      if (hasEnded || Date.now() > deadline)
        throw new Error(readFileSync(path.join(this.#directory, 'output.log'), 'utf8'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #answers(): Promise<boolean> {
    try {
      return (await this.fetch(`${this.url}/.well-known/oauth-authorization-server`)).ok;
    } catch {
      return false;
    }
  }
}
