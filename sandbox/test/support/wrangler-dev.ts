import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { untilFree } from '../../../test/support/world/npm-start.ts';
import { killWithParentPath, wranglerProgramPath } from '../../start/wrangler.ts';
import { wranglerEnvironment } from '../../start/wrangler-environment.ts';

/** How long it may take to answer, in milliseconds. */
const startLimit = 60_000;

/** `npx wrangler dev` in a folder, as run by a developer who hasn't read the guide. It returns after the first answer. */
export async function wranglerDev(folder: string, port: number) {
  const words = ['dev', '--port', String(port), '--inspector-port', '0'];
  const child = spawn(process.execPath, [killWithParentPath, wranglerProgramPath, ...words], {
    cwd: folder,
    env: { ...wranglerEnvironment(mkdtempSync(path.join(testFolder(), 'wrangler-'))), CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const stop = async () => {
    if (child.connected) process.kill(-(child.pid ?? 0), 'SIGKILL');
    await untilFree(port);
  };
  const deadline = Date.now() + startLimit;
  while (!(await answers(`http://localhost:${port}/healthz`))) {
    if (Date.now() < deadline && child.exitCode === null) continue;
    await stop();
    throw new Error(`npx wrangler dev does not answer:\n${output}`);
  }
  return { output: () => output, stop };
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).status > 0;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return false;
  }
}
