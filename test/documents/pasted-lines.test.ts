import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProxy } from '../support/world/http-proxy.ts';
import { useSandbox } from '../support/world/sandbox-world.ts';
import { publishedLocalSecrets } from '../support/world/test-settings.ts';
import { root } from '../support/world/test-workers.ts';
import { useWorld } from '../support/world/use-world.ts';

const read = (document: string) => readFileSync(path.join(root, document), 'utf8');
const byHand = read('docs/protocol/by-hand.md');
const folder = mkdtempSync(path.join(tmpdir(), 'plid-readme-'));

/** The pages name the published secret of the demo shop. */
const world = useWorld({ local: true, overrides: { 'plid-local': { secrets: publishedLocalSecrets } } });
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(world);
  connectTo(proxy.port);
});
afterAll(async () => {
  await proxy.close();
});

/** The lines name localhost:8787, as they must when pasted; this option gives curl the real port. */
function connectTo(port: number): void {
  writeFileSync(path.join(folder, '.curlrc'), `connect-to = "localhost:8787:127.0.0.1:${port}"\n`);
}

/** Runs the shell lines of a document, as a reader who pastes all of them. */
async function paste(document: string): Promise<string> {
  const lines = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n');
  const environment = { ...process.env, CURL_HOME: folder, HOME: folder };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', lines], {
    cwd: folder,
    env: environment,
  });
  return stdout;
}

test('the commands of docs/protocol/by-hand.md run from authorize to disconnect', async () => {
  const [name, disconnected = ''] = (await paste(byHand)).trim().split('\n');
  expect(name).toBe('김하나');
  expect(JSON.parse(disconnected)).toMatchObject({ code: '0000', error: 'success' });
  expect(JSON.parse(readFileSync(path.join(folder, 'token.json'), 'utf8'))).toMatchObject({
    token_type: 'bearer',
    expires_in: 600,
  });
});

test('the commands of docs/protocol/by-hand.md run a second time', async () => {
  expect(await paste(byHand)).toMatch(/^김하나\n/);
});

describe('the commands of docs/sandbox/api.md and docs/sandbox/faults.md', () => {
  const sandbox = useSandbox();

  test('reset the sandbox, sign in, move its clock, control phones, and set faults', async () => {
    connectTo(Number(new URL(sandbox.url).port));
    const answers = (await paste(read('docs/sandbox/api.md') + read('docs/sandbox/faults.md')))
      .replaceAll('}{', '}\n{')
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toEqual([
      { applications: [expect.anything(), expect.anything(), expect.anything()] },
      expect.objectContaining({ code: expect.any(String) }),
      {
        exchanges: [
          expect.objectContaining({ step: 'authorize' }),
          expect.objectContaining({ step: 'code' }),
        ],
      },
      { now: expect.any(Number) },
      { subscriber: expect.objectContaining({ phoneNo: '01012345678', name: '한소리', behaviour: 'waits' }) },
      { requests: [], notices: [] },
      { subscriber: expect.objectContaining({ left: true }) },
      { subscriber: expect.objectContaining({ left: false }) },
      { faults: [expect.objectContaining({ kind: 'error' }), expect.objectContaining({ kind: 'delay' })] },
      { faults: [expect.objectContaining({ status: 500 }), expect.objectContaining({ milliseconds: 3000 })] },
      { faults: [] },
      { faults: [expect.objectContaining({ endpoint: 'carrier', kind: 'outage' })] },
    ]);
    connectTo(proxy.port);
  });
});

test('the commands of docs/gateway/apps.md sign an app in and out without a secret in the app', async () => {
  for (let time = 0; time < 2; time += 1) {
    const [session = '', loggedOut = ''] = (await paste(read('docs/gateway/apps.md'))).trim().split('\n');
    expect(JSON.parse(session)).toMatchObject({ user: { name: '김하나', phoneNo: '01000000001' } });
    expect(JSON.parse(loggedOut)).toEqual({ ended: 1 });
  }
});
