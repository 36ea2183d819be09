import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../packages/plid/sandbox/index.ts';
import { presetNames } from '../../../sandbox/fault-presets.ts';
import { buildSeedSchema } from '../../../tools/package/seed-schema.ts';
import { root } from '../../support/world/bundles.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { startSandbox, useSandbox } from '../../support/world/sandbox-world.ts';

const sandbox = useSandbox();

const application = {
  client_id: 'myshop00000000000001',
  name: '내 가게',
  redirect_uris: ['http://localhost:1/'],
};
const person = {
  phoneNo: '01012345678',
  name: '한소리',
  telcoCd: 'K',
  gender: 'F',
  birthdate: '011224',
  foreign: 'L',
};
const applications = (changes: object) => ({ applications: [{ ...application, ...changes }] });
const people = (changes: object) => ({ people: [{ ...person, ...changes }] });

/** Seeds with one fault each, with the beginning of the message. */
const faulty: [message: string, seed: object][] = [
  ['applications[0].client_id needs 20 letters', applications({ client_id: 'short' })],
  [
    'applications[0].client_secret needs 64 lowercase hexadecimal digits',
    applications({ client_secret: 'ABC' }),
  ],
  ['applications[0].redirect_uris needs a list', applications({ redirect_uris: undefined })],
  ['http://shop.example.com/', applications({ redirect_uris: ['http://shop.example.com/'] })],
  ['applications[0].events needs an address', applications({ events: 5 })],
  ['applications[0].purpose needs a text of at most 300', applications({ purpose: 5 })],
  [
    'applications[0].attributes.0 needs a list of these values: ci',
    applications({ attributes: ['shoeSize'] }),
  ],
  ["applications[0].secret isn't a field of a seed", applications({ secret: 'x' })],
  ['applications[1].client_id is already used by another', { applications: [application, application] }],
  ['people[0].phoneNo needs 11 digits', people({ phoneNo: '010-1234-5678' })],
  ['people[0].birthdate needs a valid date', people({ birthdate: '990230' })],
  ['people[0].behaviour needs "approves"', people({ behaviour: 'sulks' })],
  ['faults[0].kind needs a kind', { faults: [{ endpoint: '/oauth2/token', kind: 'explodes' }] }],
  ['faults[0].endpoint needs an endpoint', { faults: [{ endpoint: '/x', kind: 'cut' }] }],
  ['preset needs one of these: "token error"', { preset: 'good day' }],
  ["persons isn't a field of a seed", { persons: [] }],
  ['people needs a list', { people: {} }],
];

test.each(faulty)('an invalid seed is rejected with its position and the fix: %s', async (message, seed) => {
  await expect(sandbox.reset(seed)).rejects.toThrow(message);
});

describe('the JSON Schema of a seed', () => {
  let schema: { properties: Record<string, { items: { properties: object } }> };
  let isValid: (seed: unknown) => boolean;
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(testFolder(), 'schema-'));
    await buildSeedSchema(folder);
    schema = JSON.parse(readFileSync(path.join(folder, 'seed.schema.json'), 'utf8'));
    isValid = new Ajv({ strictTypes: false }).compile(schema);
  });

  /** Faults that only the sandbox finds, because they depend on other values or on a calendar. */
  const found = ['http://shop.example.com/', 'applications[1].client_id', 'people[0].birthdate'];
  const isFoundBySandbox = (message: string) => found.some((beginning) => message.startsWith(beginning));

  test.each(faulty)('rejects what the sandbox rejects: %s', (message, seed) => {
    expect(isValid(JSON.parse(JSON.stringify(seed)))).toBe(isFoundBySandbox(message));
  });

  test('accepts what the sandbox accepts, with its own address', async () => {
    const files = ['docs/examples/ci/seed.json'].map((file) =>
      JSON.parse(readFileSync(path.join(root, file), 'utf8')),
    );
    const timed = { endpoint: '/oauth2/token', kind: 'delay', milliseconds: 5, count: 2 };
    const outage = { endpoint: 'carrier', kind: 'outage', telcoCd: 'K' };
    const seeds = [
      {},
      ...files,
      ...presetNames.map((preset) => ({ preset })),
      { $schema: './node_modules/plid/seed.schema.json', faults: [timed, outage], limits: true },
      applications({ recipient: 'Shop', optional: ['name'], par: 'once', logo: '', minimum_age: 19 }),
      people({ mvno: 'Y', digits: 'type', country: 'RU' }),
    ];
    for (const seed of seeds) {
      expect(isValid(seed), JSON.stringify(seed)).toBe(true);
      await sandbox.reset(seed);
    }
  });

  test('describes its fields for editors', () => {
    expect(schema.properties.people?.items.properties).toMatchObject({
      phoneNo: { description: '11 digits, no hyphen.' },
    });
  });
});

describe('a sandbox seed', () => {
  test('is combined from a file and the call', async () => {
    const file = path.join(mkdtempSync(path.join(testFolder(), 'seed-')), 'seed.json');
    writeFileSync(file, JSON.stringify({ preset: 'bad day', limits: true }));
    const other = await startSandbox({ seed: file, preset: 'carrier outage' });
    try {
      expect(await other.faults.list()).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  test.each<[string, SandboxOptions]>([
    ['The seed /nowhere/seed.json cannot be read', { seed: '/nowhere/seed.json' }],
    ["isn't JSON", { seed: import.meta.filename }],
    ['The port must be a number', { port: 70_000 }],
    ['The host must be one of', { host: '10.1.2.3' }],
    ['A name in allowHosts must have no port', { allowHosts: ['plid:8787'] }],
    ['preset needs one of these', { preset: 'good day' as never }],
  ])('or option that is invalid is rejected before the start: %s', async (message, options) => {
    await expect(startSandbox(options)).rejects.toThrow(message);
  });
});
