import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { sampleNames } from '../../scripts/samples/samples.ts';
import { readDocument } from '../support/inspect/markdown.ts';
import { freePort } from '../support/world/example-process.ts';
import { untilFree } from '../support/world/npm-start.ts';
import { root } from '../support/world/test-workers.ts';

const sample = (words: string[], env: NodeJS.ProcessEnv = {}) =>
  spawn('npm', ['run', 'sample', '--silent', '--', ...words], { cwd: root, env: { ...process.env, ...env } });

/** What a command writes until it ends. */
async function outputOf(child: ChildProcess) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output };
}

test('npm run sample lists the examples, and so it does for one that is not there', async () => {
  const [list, unknown] = await Promise.all([outputOf(sample([])), outputOf(sample(['expres']))]);
  expect(list.code).toBe(0);
  for (const name of sampleNames) expect(list.output).toContain(`\n  ${name} `);
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain('There is no example "expres".');
  expect(unknown.output).toContain('\n  express ');
});

test.each(sampleNames)(
  '%s says how it is started and what to change for production, within a screen',
  (name) => {
    const readme = readDocument(`docs/examples/${name}/README.md`);
    expect(readme.split('\n').length).toBeLessThan(45);
    expect(readme).toMatch(
      new RegExp(
        `## Start\\n[^]+\\n    npm start\\b.*\\n    npm run sample -- ${name}\\n[^]+\\n## For production\\n`,
      ),
    );
    expect(readDocument('docs/examples/README.md')).toContain(`(${name}/README.md)`);
  },
);

test('an example ends with the npm that started it, and leaves its port', async () => {
  const port = await freePort();
  const child = sample(['single-page'], { PORT: String(port) });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  expect((await fetch(`http://localhost:${port}`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await untilFree(port)).toBeLessThan(5_000);
});
