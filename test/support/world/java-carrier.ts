import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
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
  /** Answers on the phone as its page does: `answer` is the number, or `deny`. @returns where the page leads to. */
  answer(requestId: string, answer: string): Promise<string | null>;
  stop(): Promise<void>;
}

/** Compiles docs/examples/carrier-http with every warning as a fault, and runs it as its README says. @param settings besides its port and token. */
export async function startJavaCarrier(settings: NodeJS.ProcessEnv = {}): Promise<JavaCarrier> {
  const folder = mkdtempSync(path.join(testFolder(), 'java-carrier-'));
  const sources = globSync('docs/examples/carrier-http/*.java', { cwd: root });
  const compile = ['-encoding', 'UTF-8', '--release', '17', '-Xlint:all', '-Werror', '-d', folder];
  execFileSync('javac', [...compile, ...sources], { cwd: root });
  const token = 'token of the service, for the Java carrier';
  const port = await freePort();
  const child = spawn('java', ['-cp', folder, 'Main'], {
    env: { ...process.env, PORT: String(port), PLID_CARRIER_TOKEN: token, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
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
      child.kill();
      await exit;
    },
  };
}
