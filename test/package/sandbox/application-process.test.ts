import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ServerProcess, startServer } from '../../../packages/plid/sandbox/application-process.ts';
import { isPortInUse } from '../../../sandbox/start/port.ts';
import { freePort } from '../../support/world/example-process.ts';
import { testFolder } from '../../support/world/isolation.ts';

/** Starts a program with `PORT` and `GREETING`. */
async function start(program: string, timeout = 20_000) {
  const cwd = mkdtempSync(path.join(testFolder(), 'my server '));
  writeFileSync(path.join(cwd, 'server.mjs'), program);
  const port = await freePort();
  const address = `http://localhost:${port}/ready`;
  const env = { PORT: String(port), GREETING: '안녕' };
  const server = await startServer({ command: 'node server.mjs', cwd, env, address, timeout });
  onTestFinished(() => server.stop());
  return { server, port, address };
}

const serving = `import { createServer } from 'node:http';
  createServer(({ url }, response) => {
    console.log(process.env.GREETING, url);
    if (url === '/crash') throw new Error('a bug of the server');
    response.writeHead(404).end(process.env.GREETING);
  }).listen(process.env.PORT, 'localhost');`;

const ended = (server: ServerProcess) => () => {
  try {
    server.requireRunning();
    return undefined;
  } catch (failure) {
    return (failure as Error).message;
  }
};

test('a server is ready as soon as it answers, with its environment, and frees its port', async () => {
  const { server, port, address } = await start(serving);
  expect(await (await fetch(address)).text()).toBe('안녕');
  await expect.poll(server.output).toContain('안녕 /ready');
  expect(ended(server)()).toBe(undefined);
  await server.stop();
  expect(await isPortInUse(port)).toBe(false);
});

test('a server that ends later is reported with its output', async () => {
  const { server, address } = await start(serving);
  await fetch(address.replace('/ready', '/crash')).catch(() => undefined);
  await expect.poll(ended(server)).toMatch(/^node server\.mjs ended by itself \(status 1\)\. Its output:/);
  expect(ended(server)()).toContain('a bug of the server');
});

test('a server that ends at once is reported with its output', async () => {
  const message = /^node server\.mjs ended by itself \(status 3\)\. Its output:\n\nno database\n$/;
  await expect(start("console.error('no database'); process.exitCode = 3;")).rejects.toThrow(message);
});

test("a server that doesn't answer in time is stopped and reported", async () => {
  const silent = 'setInterval(() => undefined, 1_000);';
  await expect(start(silent, 300)).rejects.toThrow(
    /^node server\.mjs didn't answer at http:\/\/localhost:\d+\/ready within 300 ms\. It printed nothing\.$/,
  );
});
