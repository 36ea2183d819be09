import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSetCookie } from 'cookie';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserSession, type Init } from '../support/fixtures/browser-session.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { freePort } from '../support/world/example-process.ts';
import { npmStart, untilFree } from '../support/world/npm-start.ts';

const port = await freePort();
const origin = `http://localhost:${port}`;
const directory = mkdtempSync(path.join(tmpdir(), 'plid traces '));
const start = npmStart(['--port', String(port), '--persist-to', directory]);

beforeAll(() => start.running);
afterAll(async () => {
  start.signal('SIGKILL');
  await untilFree(port);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** The values of a browser's queries and cookies, and the person's inputs. */
const secrets = new Set([people.hana.name, people.hana.phoneNo]);
const watched = {
  async fetch(address: string | URL, init: Init = {}): Promise<Response> {
    const answer = await fetch(address, { redirect: 'manual', ...init });
    const location = answer.headers.get('Location') ?? '';
    for (const url of [new URL(address), new URL(location, address)])
      for (const name of ['code', 'state', 'flow']) secrets.add(url.searchParams.get(name) ?? '');
    for (const cookie of answer.headers.getSetCookie()) secrets.add(parseSetCookie(cookie).value ?? '');
    return answer;
  },
};

/** The traces of the runtime, as `wrangler dev` keeps them: each row has a span's attributes, or a line of the log. */
async function recorded(sql: string): Promise<string[]> {
  const answer = await fetch(`${origin}/cdn-cgi/local/explorer/api/local/observability/query`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sql }),
  });
  const { result } = (await answer.json()) as { result: { rows: [unknown][] } };
  return result.rows.map(([row]) => String(row));
}

/** The attribute in which Cloudflare itself writes the address of a request; `redact_query_string` removes the query from it when deployed. */
const addressOfSpan = /"url\.full":"[^"]*"/g;
const invocation = /^"(?:GET|POST) http[^"]*"$/;

test('no span and no log line contains a code, state, cookie, name, or number, except the URL that Cloudflare redacts', async () => {
  const browser = new BrowserSession(watched);
  const form = await browser.get(`${origin}/auth/login?return_to=/`);
  const shop = await browser.submit(await browser.submit(form, { ...people.hana, autoLogin: 'Y' }));
  expect(shop.url.href).toBe(`${origin}/`);
  secrets.delete('');
  expect(secrets.size).toBeGreaterThan(8);
  const holdsSecret = (text: string) => [...secrets].some((secret) => text.includes(secret));

  await expect
    .poll(async () => (await recorded('SELECT json(attributes) FROM spans')).filter(holdsSecret).length)
    .toBeGreaterThan(2);
  const spans = await recorded('SELECT json(attributes) FROM spans');
  const lines = await recorded('SELECT message FROM logs');
  expect([spans.length > 50, lines.length > 10]).toEqual([true, true]);
  expect(spans.filter((attributes) => holdsSecret(attributes.replace(addressOfSpan, '')))).toEqual([]);
  expect(lines.filter((line) => !invocation.test(line) && holdsSecret(line))).toEqual([]);
});
