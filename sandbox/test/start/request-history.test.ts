import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/support/world/example-process.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { isPortInUse } from '../../start/port.ts';
import { startWrangler, startWranglerWith } from '../../start/wrangler.ts';

type Start = (state: string, words: string[]) => ReturnType<typeof startWrangler>;

/** Runs `wrangler dev`, and answers one request. @returns whether a debugger listens, and whether traces are stored. */
async function historyOf(start: Start) {
  const state = mkdtempSync(path.join(testFolder(), 'history-'));
  const [port, inspector] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--inspector-port', String(inspector)];
  const running = start(state, ['dev', ...ports, '--persist-to', state]);
  onTestFinished(async () => {
    running.kill();
    await running.exit;
    rmSync(state, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  const answers = () =>
    fetch(`http://localhost:${port}/sandbox`).then(
      ({ status }) => status,
      () => 0,
    );
  // Without the header of a browser, `wrangler dev` answers 404 here.
  await expect.poll(answers, { timeout: 90_000 }).not.toBe(0);
  return {
    debugger: await isPortInUse(inspector),
    traces: existsSync(path.join(state, 'v3/observability')),
  };
}

test('npm start keeps no traces, and no log lines for a debugger', { timeout: 120_000 }, async () => {
  expect(await historyOf((state, words) => startWrangler(state, ...words))).toEqual({
    debugger: false,
    traces: false,
  });
});

test('wrangler keeps both by default, so that the settings of npm start are needed', {
  timeout: 120_000,
}, async () => {
  expect(await historyOf((state, words) => startWranglerWith({}, state, words))).toEqual({
    debugger: true,
    traces: true,
  });
});
