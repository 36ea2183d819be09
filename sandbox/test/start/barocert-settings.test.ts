import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { readOptions, type StartOptions } from '../../start/options.ts';
import { welcome } from '../../start/welcome.ts';
import { wranglerArguments } from '../../start/wrangler-arguments.ts';
import { numberMatching, withoutAdapterTokens } from '../../world/adapter-networks.ts';
import { environmentOf } from '../../world/environment.ts';
import type { WorldEnv } from '../../world/world-env.ts';

const servers = {
  wrangler: { port: 4001, token: 'token' },
  carriers: 'http://127.0.0.1:4002',
  barocert: 'http://127.0.0.1:4003',
  site: undefined,
};
const PLID_CARRIER_TOKEN = 'the-token-that-the-carrier-of-this-test-was-given';

/** The options and the settings of `npm start` with these carriers. */
async function start(...carriers: string[]) {
  const state = mkdtempSync(path.join(testFolder(), 'barocert settings '));
  const words = ['--persist-to', state, ...carriers.flatMap((value) => ['--carrier', value])];
  const options = readOptions(words, { PLID_CARRIER_TOKEN }) as StartOptions;
  const given = await wranglerArguments(options, servers);
  const vars = given.flatMap((word, index) => (given[index - 1] === '--var' ? [word] : []));
  const settings = Object.fromEntries(vars.map((text) => /^(\w+):(.*)$/.exec(text)?.slice(1) ?? []));
  return { options, state, settings };
}

test('barocert: for all networks sets the adapter, and no carrier is the own one', async () => {
  const { settings, options } = await start('barocert:');
  expect(settings).toEqual({
    PROXY_TOKEN: 'token',
    ...{ CARRIER_S: 'barocert:', CARRIER_K: 'barocert:', CARRIER_L: 'barocert:', OWN_CARRIERS: '' },
    ...{ BAROCERT_URL: servers.barocert, BAROCERT_AUTH_URL: servers.barocert },
    BAROCERT_CODES: expect.stringMatching(/^-\d+=unconfirmed,-\d+=unregistered,-\d+=declined,/),
  });
  expect(welcome('http://localhost:8787', options, servers, 200)).toContain(
    `SKT, KT, LG U+  calls the simulated Barocert API at ${servers.barocert}\n`,
  );
});

test('barocert: for one network leaves the others to an own carrier with its token, and to the sandbox', async () => {
  const { settings, state, options } = await start('S=barocert:', 'K=http://localhost:4000');
  expect(settings).toMatchObject({
    CARRIER_S: 'barocert:',
    CARRIER_K: 'http://localhost:4000',
    CARRIER_L: servers.carriers,
    OWN_CARRIERS: 'K',
  });
  expect(readFileSync(path.join(state, 'carrier.vars'), 'utf8')).toBe(
    `CARRIER_K_TOKEN='${PLID_CARRIER_TOKEN}'\n`,
  );
  const text = welcome('http://localhost:8787', options, servers, 200);
  expect(text).toMatch(/Your carriers\n\n +KT +http:\/\/localhost:4000\n/);
  expect(text).toMatch(/Barocert adapter\n\n +SKT +calls /);
});

test('without barocert:, the adapter gets no settings', async () => {
  const { settings } = await start('K=http://localhost:4000');
  expect(Object.keys(settings).filter((name) => name.startsWith('BAROCERT'))).toEqual([]);
});

test.each<[Partial<WorldEnv>, Partial<WorldEnv>]>([
  [{ CARRIER_K: 'http://localhost:4000', NUMBER_MATCHING: 'K=type' }, {}],
  [{ CARRIER_S: 'barocert:' }, { NUMBER_MATCHING: 'S=none' }],
  [{ CARRIER_S: 'barocert:', NUMBER_MATCHING: 'S=type,K=type' }, { NUMBER_MATCHING: 'K=type,S=none' }],
])('with %j, the local environment sets %j', (env, setting) => {
  expect(numberMatching(env)).toEqual(setting);
});

test("the phones of a network behind an adapter are the sandbox's", () => {
  const origin = 'http://localhost:8787';
  const env = environmentOf({ CARRIER_S: 'barocert:', OWN_CARRIERS: '' } as WorldEnv, origin);
  expect(env).toMatchObject({
    PHONE_APP_S: `Sandbox, ${origin}/sandbox`,
    PHONE_APP_LINKS: `${origin},http://127.0.0.1:8787`,
  });
});

test('the worker that calls carriers gets no token for an adapter', () => {
  const env = environmentOf({ CARRIER_S: 'barocert:' } as WorldEnv, 'http://localhost:8787');
  const made = withoutAdapterTokens(env);
  expect([made.CARRIER_S_TOKEN, made.CARRIER_K_TOKEN]).toEqual([undefined, env.CARRIER_K_TOKEN]);
  expect(withoutAdapterTokens(env)).toBe(made);
});
