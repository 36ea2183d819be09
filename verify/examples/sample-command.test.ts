import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { sampleNames } from '../../sandbox/samples/samples.ts';
import { readDocument } from '../../test/support/assertions/markdown.ts';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { freePort } from '../../test/support/world/example-process.ts';
import { npmStart, untilFree } from '../../test/support/world/npm-start.ts';
import { copyProject } from '../../test/support/world/project-copy.ts';
import { root } from '../../test/support/world/test-workers.ts';

const sample = (words: string[], env: NodeJS.ProcessEnv = {}, folder = root) =>
  spawn(process.execPath, ['admin/bin/plid-admin.ts', 'sample', ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
  });

/** A command's output until its end. */
async function outputOf(child: ChildProcess) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output };
}

test('plid-admin sample lists the examples, also if the name is unknown', async () => {
  const [list, unknown] = await Promise.all([outputOf(sample([])), outputOf(sample(['expres']))]);
  expect(list.code).toBe(0);
  for (const name of sampleNames) expect(list.output).toContain(`\n  ${name} `);
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain('Example not found: "expres".');
  expect(unknown.output).toContain('\n  express ');
});

test.each(sampleNames)(
  'the README of %s contains how to start it and what to change for production, within a screen',
  (name) => {
    const readme = readDocument(`docs/examples/${name}/README.md`);
    expect(readme.split('\n').length).toBeLessThan(45);
    expect(readme).toMatch(
      new RegExp(
        `## Start\\n[^]*\\n    npm start\\b.*\\n    npx plid-admin sample ${name}\\n[^]+\\n## For production\\n`,
      ),
    );
    expect(readDocument('docs/examples/README.md')).toContain(`(${name}/README.md)`);
  },
);

test('an example ends with the process that started it, and frees its port', async () => {
  const port = await freePort();
  const child = sample(['single-page'], { PORT: String(port) });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  expect((await fetch(`http://localhost:${port}`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await untilFree(port)).toBeLessThan(5_000);
});

test('behind-guard waits for an environment with a guard, on any port', async () => {
  const { folder, remove } = copyProject();
  const [port, own] = [await freePort(), await freePort()];
  const example = sample(['behind-guard'], {}, folder);
  const ended = outputOf(example);
  let output = '';
  for (const stream of [example.stdout, example.stderr]) stream?.on('data', (chunk) => (output += chunk));
  await expect
    .poll(() => output, { timeout: 120_000 })
    .toMatch(/^Start plid in another terminal: npm start -- .*--guard/m);
  const words = ['--application', `http://localhost:${own}`, '--guard', '--public-paths', '/'];
  const plid = npmStart(['--port', String(port), ...words], { folder });
  await plid.running;
  try {
    await expect.poll(() => output).toContain(`open http://localhost:${port}`);
    expect((await fetch(`http://localhost:${own}/orders`)).status).toBe(403);
    const overHttp = { fetch: (url: string | URL, init = {}) => fetch(url, { redirect: 'manual', ...init }) };
    const browser = new BrowserSession(overHttp);
    const form = await browser.get(`http://localhost:${port}/orders`);
    const orders = await browser.submit(await browser.submit(form, people.duri));
    expect(orders.url.href).toBe(`http://localhost:${port}/orders`);
    expect(orders.text).toContain('Orders of 이두리');
    expect(output).not.toMatch(/^\s+at .*:\d+/m);
  } finally {
    example.kill('SIGTERM');
    plid.signal('SIGTERM');
    await Promise.all([ended, plid.exit]);
    remove();
  }
}, 180_000);
