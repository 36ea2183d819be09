import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { codeBlocksOf } from '../assertions/code-blocks.ts';
import { freePort } from './example-process.ts';
import { testFolder } from './isolation.ts';
import { root } from './test-workers.ts';

export const hasJdk = spawnSync('javac', ['-version']).status === 0;
export const withoutJdk = 'skipped where there is no javac: apt-get install default-jdk-headless';

export interface JavaCarrier {
  address: string;
  /** The token of the service. */
  token: string;
  /** The lines of its log. */
  lines(): string[];
  /** Answers on the phone as its page does: `answer` is the number, or `deny`. @returns the address that the page leads to, or null without a request. */
  answer(requestId: string, answer: string): Promise<string | null>;
  stop(): Promise<void>;
}

/** Runs a copy of docs/examples/carrier-http as its README says; a warning of the compiler is a fault. @param settings in addition to its port and token. */
export async function startJavaCarrier(settings: NodeJS.ProcessEnv = {}): Promise<JavaCarrier> {
  const folder = mkdtempSync(path.join(testFolder(), 'java-carrier-'));
  cpSync(path.join(root, 'docs/examples/carrier-http'), folder, { recursive: true });
  const lines = codeBlocksOf('docs/examples/carrier-http/README.md').find(
    ({ language }) => language === 'sh',
  );
  const token = 'token-of-the-service-for-the-java-carrier';
  const port = await freePort();
  const own = {
    PORT: String(port),
    PLID_CARRIER_TOKEN: token,
    JDK_JAVAC_OPTIONS: '--release 17 -Xlint:all -Werror',
  };
  const child = spawn('bash', ['-e', '-c', lines?.text ?? ''], {
    cwd: folder,
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const begun = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  await Promise.race([begun, exit.then(() => Promise.reject(new Error('The carrier ended')))]);
  const address = `http://localhost:${port}`;
  return {
    address,
    token,
    lines: () => output.split('\n').slice(1, -1),
    async answer(requestId, answer) {
      const body = new URLSearchParams({ answer });
      const taken = await fetch(`${address}/phone/${requestId}`, {
        method: 'POST',
        body,
        redirect: 'manual',
      });
      return taken.headers.get('Location');
    },
    async stop() {
      if (child.pid !== undefined) process.kill(-child.pid);
      await exit;
    },
  };
}
