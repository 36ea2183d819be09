import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSetCookie } from 'cookie';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Configuration, configurationOf } from '../../tools/configuration/index.ts';
import { BrowserSession, type Init } from '../support/fixtures/browser-session.ts';
import {
  initWorker,
  installInto,
  newFolder,
  rawConfigurationIn,
  wrangler,
} from '../support/fixtures/generated-project.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { deployment, listedWorkers } from '../support/world/configurations.ts';
import { freePort } from '../support/world/example-process.ts';
import { untilFree } from '../support/world/npm-start.ts';
import { startSandbox } from '../support/world/sandbox-world.ts';
import { root } from '../support/world/test-workers.ts';

interface Form {
  /** The origin of the gateway, which runs in `wrangler dev`. */
  origin: string;
  /** The configurations with which this form is deployed. */
  deployed: Pick<Configuration, 'observability'>[];
}

/** The workers of each route, in one for development. */
async function startSplit(): Promise<Form> {
  const port = await freePort();
  const directory = mkdtempSync(path.join(tmpdir(), 'plid traces '));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const origin = await startWranglerDev(root, port, ['--persist-to', directory]);
  return {
    origin,
    deployed: listedWorkers.map((worker) => configurationOf(worker, listedWorkers, deployment)),
  };
}

/** The gateway as one Worker, as `plid init worker` writes it. */
async function startSingle(): Promise<Form> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [client_id, redirect_uris] = ['test0000000000000001', [`${origin}/auth/callback`]];
  const sandbox = await startSandbox({ applications: [{ client_id, name: 'Test', redirect_uris }] });
  onTestFinished(() => sandbox.stop());
  const folder = newFolder();
  await initWorker(folder);
  await installInto(folder);
  const { client_secret } = sandbox.application;
  const variables = { SERVICE_URL: sandbox.url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
  const lines = Object.entries({ ...variables, KEYS: `k1:${btoa('0123456789abcdef'.repeat(2))}` });
  writeFileSync(path.join(folder, '.dev.vars'), lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  await startWranglerDev(folder, port);
  return { origin, deployed: [rawConfigurationIn(folder)] };
}

/** Starts `wrangler dev`, which stores traces, unlike `npm start`. @returns its origin. */
async function startWranglerDev(folder: string, port: number, options: string[] = []): Promise<string> {
  const words = ['dev', '--port', String(port), '--ip', 'localhost', '--inspector-port', '0', ...options];
  const child = spawn(process.execPath, [wrangler, ...words], {
    cwd: folder,
    detached: true,
    env: { ...process.env, X_LOCAL_OBSERVABILITY: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => killGroup(child, port));
  const origin = `http://localhost:${port}`;
  await expect
    .poll(() => fetch(`${origin}/auth/healthz`).then(({ status }) => status, String), { timeout: 90_000 })
    .toBe(200);
  return origin;
}

async function killGroup({ pid = 0 }: ChildProcess, port: number): Promise<void> {
  process.kill(-pid, 'SIGKILL');
  await untilFree(port);
}

/** Requests that note the values of a browser's queries and cookies. @param secrets gets them. */
const watching = (secrets: Set<string>) => ({
  async fetch(address: string | URL, init: Init = {}): Promise<Response> {
    const answer = await fetch(address, { redirect: 'manual', ...init });
    const location = answer.headers.get('Location') ?? '';
    for (const url of [new URL(address), new URL(location, address)])
      for (const name of ['code', 'state', 'flow']) secrets.add(url.searchParams.get(name) ?? '');
    for (const cookie of answer.headers.getSetCookie()) secrets.add(parseSetCookie(cookie).value ?? '');
    return answer;
  },
});

/** The traces of the runtime, as `wrangler dev` keeps them: each row has a span's attributes, or a line of the log. */
async function recorded(origin: string, sql: string): Promise<string[]> {
  const answer = await fetch(`${origin}/cdn-cgi/local/explorer/api/local/observability/query`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sql }),
  });
  const { result } = (await answer.json()) as { result: { rows: [unknown][] } };
  return result.rows.map(([row]) => String(row));
}

/** The attribute in which Cloudflare itself writes the address of a request, with its query. */
const addressOfSpan = /"url\.full":"[^"]*"/g;
/** Cloudflare's own line for a request. */
const invocation = /^"(?:GET|POST) http[^"]*"$/;

/**
 * What Cloudflare stores of a form: the local runtime records everything, so a value is left out here only if each
 * configuration of the form makes Cloudflare omit it.
 */
function storedOf({ deployed }: Form) {
  const isRedacted = deployed.every(({ observability }) => observability?.redact_query_string === true);
  const hasOwnLines = deployed.every(({ observability }) => observability?.logs?.invocation_logs === false);
  return {
    span: (attributes: string) => (isRedacted ? attributes.replace(addressOfSpan, '') : attributes),
    isLine: (line: string) => !(hasOwnLines && invocation.test(line)),
  };
}

describe.each([
  { form: 'one worker per route', start: startSplit, least: [50, 10] },
  { form: 'one Worker', start: startSingle, least: [20, 1] },
] as const)('the traces and the log of $form', ({ start, least }) => {
  test('contain no code, state, cookie, name, or number that Cloudflare would store', async () => {
    const form = await start();
    const { origin } = form;
    const secrets = new Set([people.hana.name, people.hana.phoneNo]);
    const browser = new BrowserSession(watching(secrets));
    const page = await browser.get(`${origin}/auth/login?return_to=/`);
    const shop = await browser.submit(await browser.submit(page, { ...people.hana, autoLogin: 'Y' }));
    expect(shop.url.href).toBe(`${origin}/`);
    secrets.delete('');
    expect(secrets.size).toBeGreaterThan(6);
    const holdsSecret = (text: string) => [...secrets].some((secret) => text.includes(secret));
    const attributes = 'SELECT json(attributes) FROM spans';
    await expect
      .poll(async () => (await recorded(origin, attributes)).filter(holdsSecret).length)
      .toBeGreaterThan(0);
    const spans = await recorded(origin, attributes);
    const lines = await recorded(origin, 'SELECT message FROM logs');
    expect([spans.length > least[0], lines.length > least[1]]).toEqual([true, true]);
    const stored = storedOf(form);
    expect(spans.map(stored.span).filter(holdsSecret)).toEqual([]);
    expect(lines.filter((line) => stored.isLine(line) && holdsSecret(line))).toEqual([]);
    // Programs that start workerd and esbuild.
  }, 120_000);
});
