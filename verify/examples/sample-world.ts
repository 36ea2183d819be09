import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { startChromium } from '../../test/support/world/chromium.ts';
import { freePort } from '../../test/support/world/example-process.ts';
import { startProxy } from '../../test/support/world/http-proxy.ts';
import { npmStart } from '../../test/support/world/npm-start.ts';
import { publishedLocalSecrets } from '../../test/support/world/test-settings.ts';
import { root } from '../../test/support/world/test-workers.ts';
import { startWorld } from '../../test/support/world/world.ts';

/** How long installing, building and starting a sample may take together, in milliseconds. */
const startTimeout = 150_000;
/** How long a page may take for anything, in milliseconds; a framework compiles a page when it is first opened. */
const patience = 30_000;

/** The origin of the callbacks that the local world has registered. */
const registered = 'http://localhost:3000';

interface SampleOptions {
  /** The sample is an application behind the gateway (`npm start -- --application`). */
  isBehindGateway?: boolean;
  vars?: Record<string, string>;
  secrets?: Record<string, string>;
  env?: NodeJS.ProcessEnv;
}

/** A sample of docs/examples, started as its README says, next to the local world, with Chromium in front of both. */
export async function startSampleWorld(
  name: string,
  { isBehindGateway = false, vars = {}, secrets = {}, env = {} }: SampleOptions = {},
) {
  const port = await freePort();
  const proxy = await startProxy({ fetch: async (url, init) => (await starting).fetch(url, init) });
  const plid = `http://localhost:${proxy.port}`;
  const addresses = { BASE_URL: plid, SERVICE_URL: plid, GATEWAY_ORIGIN: plid };
  const application = isBehindGateway ? { APPLICATION_URL: `http://localhost:${port}` } : {};
  const settings = {
    vars: { ...addresses, ...application, ...vars },
    secrets: { ...publishedLocalSecrets, ...secrets },
  };
  const starting = startWorld({ local: true, overrides: { 'plid-local': settings } });
  const sample = spawnSample(name, {
    PORT: String(port),
    PLID_SERVICE: plid,
    GATEWAY_URL: plid,
    GATEWAY_ORIGIN: plid,
    APPLICATION_URL: `http://localhost:${port}`,
    ...env,
  });
  const [world, browser] = await Promise.all([starting, openBrowser(port), sample.answers(port)]);
  return {
    ...world,
    ...browser,
    plid,
    /** The sample's address in the browser. */
    home: isBehindGateway ? plid : registered,
    /** The sample's own address. */
    listensAt: `http://localhost:${port}`,
    output: sample.output,
    logs: () => `${sample.output()}\n${world.logs()}`,
    async close(): Promise<void> {
      await browser.close();
      await sample.stop();
      await proxy.close();
      await world.close();
    },
  };
}

/** The same for a sample that is a Worker: `npm start -- --application` itself, with the registry in which wrangler finds the sample. */
export async function startSampleBesideNpmStart(name: string) {
  const [port, plidPort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(path.join(tmpdir(), 'plid-sample-'));
  const options = ['--port', String(plidPort), '--persist-to', folder];
  const plid = npmStart([...options, '--application', `http://localhost:${port}`]);
  const sample = spawnSample(name, { WRANGLER_REGISTRY_PATH: path.join(folder, 'registry') }, [
    ...['--port', String(port)],
  ]);
  const [browser] = await Promise.all([openBrowser(port), plid.running, sample.answers(port)]);
  return {
    ...browser,
    home: `http://localhost:${plidPort}`,
    listensAt: `http://localhost:${port}`,
    logs: () => `${sample.output()}\n${plid.output()}`,
    async close(): Promise<void> {
      await browser.close();
      await sample.stop();
      plid.signalAll('SIGTERM');
      await plid.exit;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** Chromium, with the sample at its registered address, whatever its port is. */
async function openBrowser(port: number) {
  const chromium = await startChromium({ [new URL(registered).host]: `localhost:${port}` });
  return {
    /** A page in a new browser context, without cookies. */
    async open(options: BrowserContextOptions = {}) {
      const context = await chromium.newContext(options);
      context.setDefaultTimeout(patience);
      return context.newPage();
    },
    close: () => chromium.close(),
  };
}

/** `npx plid-admin sample <name>`, with all its processes. @param words for the sample's own server. */
function spawnSample(name: string, env: NodeJS.ProcessEnv, words: string[] = []) {
  const child: ChildProcess = spawn(process.execPath, ['admin/bin/plid-admin.ts', 'sample', name, ...words], {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    output: () => output,
    async answers(port: number): Promise<void> {
      const deadline = Date.now() + startTimeout;
      for (;;) {
        const response = await fetch(`http://localhost:${port}`, { redirect: 'manual' }).catch(
          () => undefined,
        );
        if (response !== undefined) return;
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`${path.join('docs/examples', name)} does not answer:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async stop(): Promise<void> {
      if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM');
      await exit;
    },
  };
}
