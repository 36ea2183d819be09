import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sandbox from '../../sandbox/index.ts';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { readSettings } from '../../workers/core/worker/settings.ts';
import { listedWorkers } from '../support/world/configurations.ts';
import { type Harness, startHarness } from '../support/world/harness.ts';
import { root } from '../support/world/test-workers.ts';
import { closedAfterTest } from '../support/world/use-world.ts';
import { startWorld } from '../support/world/world.ts';
import { badValues, goodSettings, workers } from './support/faulty-settings.ts';

const name = 'misconfigured';
let harness: Harness;
beforeAll(async () => {
  const main = `${root}/test/attacks/support/misconfigured-worker.ts`;
  harness = await startHarness([{ config: { name, main, compatibility_date: '2026-10-20' } }]);
});
afterAll(() => harness?.close());

/** Asks a worker for an address that it does not have, so that only its settings matter. */
async function ask(worker: string, settings: object, address = '/nowhere', headers = {}) {
  const response = await harness.fetch(name, `https://login.example.com${address}`, {
    headers: {
      Accept: 'application/json',
      'Test-Worker': worker,
      'Test-Settings': encodeURIComponent(JSON.stringify(settings)),
      ...headers,
    },
  });
  const body = await response.text();
  // Lines come late: those of the previous request may still follow.
  const logs = () =>
    harness.logs().filter((line) => line.includes(`"${response.headers.get('X-Request-Id')}"`));
  return { status: response.status, body, logs };
}

/** Whether a value can be distinguished from the words around it. */
const isRecognisable = (value: unknown) => /\S{7}/.test(String(value)) && value !== undefined;

const schemas = new Map([...listedWorkers, sandbox].map(({ worker, schema }) => [worker, schema]));

/** The error of a worker's settings. */
function errorOf(worker: string, settings: object): ProtocolError {
  const schema = schemas.get(worker);
  if (schema === undefined) throw new Error(`No worker ${worker}`);
  try {
    readSettings(schema, settings);
  } catch (failure) {
    if (failure instanceof ProtocolError) return failure;
    throw failure;
  }
  throw new Error(`${worker} accepts ${JSON.stringify(settings)}`);
}

describe.each(workers.filter(({ needs }) => needs.length > 0))('an invalid setting of $worker', (needs) => {
  const { worker, optional } = needs;
  const good = goodSettings(needs);
  const names = [...needs.needs, ...optional];

  test("isn't assumed: it serves with valid settings, and needs no others", async () => {
    expect((await ask(worker, good)).body).not.toContain('Fix these settings');
  });

  test('stops it, and neither the response nor the log contains the value', async () => {
    const [setting = ''] = names;
    const value = badValues(setting, needs).find(isRecognisable);
    const { status, body, logs } = await ask(worker, { ...good, [setting]: value });
    const { error, message } = JSON.parse(body);
    expect([status, error, message]).toEqual([500, 'server_error', expect.stringContaining(`${setting} `)]);
    await expect.poll(logs).toEqual([expect.stringContaining(`${setting} `)]);
    for (const text of [message, logs().join()]) expect(text).not.toContain(String(value).trim());
  });

  test.each(names)('%s: is named for every invalid value, without the value', (setting) => {
    const values = badValues(setting, needs);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) {
      const refusal = errorOf(worker, { ...good, [setting]: value });
      const [message, cause] = [refusal.describe('en'), String(refusal.cause)];
      expect([refusal.status, refusal.error, refusal.reason], `${setting}=${value}`).toEqual([
        500,
        'server_error',
        'settings',
      ]);
      expect(names.filter((name) => new RegExp(`\\b${name} `).test(message))).toEqual([setting]);
      expect(message).not.toMatch(/undefined|Invalid|Expected/);
      expect(cause).toContain(`${setting} `);
      if (isRecognisable(value))
        for (const text of [message, cause]) expect(text).not.toContain(String(value).trim());
    }
  });
});

test('all invalid settings are named at once', async () => {
  const { body } = await ask('service-applications', { KEYS: 'k', ADMIN_TOKEN: 'short' });
  const { message } = JSON.parse(body);
  for (const name of ['KEYS', 'ADMIN_TOKEN', 'APPLICATIONS'])
    expect(message).toMatch(new RegExp(`[:;] ${name} (?:needs|must|is) `));
});

test('users see that there is a problem, without the setting', async () => {
  const html = { Accept: 'text/html' };
  const { status, body } = await ask('service-authorize', {}, '/oauth2/authorize', html);
  expect(status).toBe(500);
  expect(body).toContain('<h1>');
  expect(body).not.toMatch(/KEYS|PHONE|ACCOUNT/);
});

test.each([
  ['service-authorize', '/oauth2/authorize/wait'],
  ['service-account', '/account'],
  ['service-metadata', '/nowhere'],
])('an invalid page setting appears on no page: %s', async (worker, address) => {
  const settings = { OPERATOR_NAME: 'Nobody7777777 ', ACCENT_COLOR: '</style>7777777' };
  const { status, body } = await ask(worker, settings, address, { Accept: 'text/html' });
  expect([status, body.includes('<h1>')]).toEqual([500, true]);
  expect(body).not.toContain('7777777');
});

test('an invalid setting behind an entrypoint is logged by the caller', async () => {
  const overrides = { 'plid-gateway-session': { secrets: { KEYS: 'k1:c2hvcnQtNzc3Nzc3' } } };
  const world = closedAfterTest(await startWorld({ half: 'gateway', overrides }));
  const headers = { Authorization: `Bearer ${'a'.repeat(43)}` };
  const answer = await world.fetch(`${world.gateway}/orders`, { headers });
  expect([answer.status, JSON.parse(await answer.text()).error]).toEqual([500, 'server_error']);
  await expect.poll(world.logs).toMatch(/"worker":"gateway-guard".*KEYS needs keys in the form id:base64/);
  expect(world.logs()).not.toContain('c2hvcnQ');
});
