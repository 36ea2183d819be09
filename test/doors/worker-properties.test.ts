import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import type { Unstable_RawConfig } from 'wrangler';
import { publicFetchFlag, workerProperties } from '../../packages/plid/configuration/worker-properties.ts';
import { configurationOf } from '../../tools/configuration/index.ts';
import { settingsOf } from '../../tools/configuration/settings-of.ts';
import { gatewayWorkers } from '../../workers/gateway/single-worker/gateway-workers.ts';
import {
  initWorker,
  newFolder,
  parseJsonc,
  printedParts,
  rawConfigurationIn,
} from '../support/fixtures/generated-project.ts';
import { root } from '../support/world/bundles.ts';
import { deployment, listedWorkers } from '../support/world/configurations.ts';

const split = listedWorkers.map((worker) => configurationOf(worker, listedWorkers, deployment));

/** The parts that the command prints next to an existing configuration. */
async function printedFor(file: string, existing: string): Promise<string> {
  const folder = newFolder();
  writeFileSync(path.join(folder, file), existing);
  return printedParts((await initWorker(folder)).output);
}

async function generated(prepare: (folder: string) => void = () => undefined): Promise<Unstable_RawConfig> {
  const folder = newFolder();
  prepare(folder);
  await initWorker(folder);
  return rawConfigurationIn(folder);
}

const withVite = (folder: string) => writeFileSync(path.join(folder, 'vite.config.ts'), '');
const single = await generated();
const doors: Record<string, Unstable_RawConfig> = {
  ...Object.fromEntries(split.map((configuration) => [configuration.name ?? '', configuration])),
  'a new project': single,
  'a project with Vite': await generated(withVite),
  'an existing wrangler.jsonc': parseJsonc(
    `{${await printedFor('wrangler.jsonc', '{ "name": "mine", "migrations": [] }')}}`,
  ),
  'an existing wrangler.toml': parseToml(
    await printedFor('wrangler.toml', 'name = "mine"'),
  ) as Unstable_RawConfig,
  ...Object.fromEntries(
    ['worker', 'hono', 'carrier'].map((name) => [
      `docs/examples/${name}`,
      parseToml(readFileSync(path.join(root, 'docs/examples', name, 'wrangler.toml'), 'utf8')),
    ]),
  ),
};

describe('the properties of every deployed Worker', () => {
  test('are compared in each of them', () => {
    expect(Object.keys(workerProperties)).toEqual(['preview_urls', 'observability']);
    expect(Object.keys(doors).length).toBe(listedWorkers.length + 4 + 3);
  });

  test.each(Object.entries(doors))('%s has them', (_, configuration) => {
    for (const [name, value] of Object.entries(workerProperties))
      expect(configuration[name as keyof Unstable_RawConfig], name).toEqual(value);
  });
});

/** Properties of the gateway's workers that the single Worker has in another form, with the reason. */
const different: Record<string, string> = {
  name: 'the name of the project',
  main: 'src/index.ts',
  compatibility_date: 'The runtime of an existing project may be older.',
  workers_dev: 'It is allowed on workers.dev.',
  routes: 'It has none before its owner adds one.',
  services: 'It calls its parts in one isolate.',
  migrations: 'New Workers declare their classes as exports.',
};
const compared = [
  ...Object.keys(workerProperties),
  'compatibility_flags',
  'vars',
  'secrets',
  'kv_namespaces',
  'durable_objects',
  'ratelimits',
];

describe('the single Worker, next to the gateway as one worker per route', () => {
  const names = new Set(gatewayWorkers.map(({ worker }) => worker));
  const workers = listedWorkers.filter(({ worker }) => names.has(worker));
  const configurations = workers.map((worker) => configurationOf(worker, listedWorkers, deployment));
  /** The entries of a list in all workers, once each. */
  const all = <Item>(items: (Item[] | undefined)[], nameOf: (item: Item) => string): Map<string, Item> =>
    new Map(items.flatMap((list) => list ?? []).map((item) => [nameOf(item), item]));

  test('has each of their properties, or a reason for another one', () => {
    expect(workers.length).toBe(gatewayWorkers.length);
    const own = new Set(split.filter(({ name }) => name?.includes('-gateway-')).flatMap(Object.keys));
    expect([...own].sort()).toEqual([...Object.keys(different), ...compared].sort());
  });

  test('has the same rate limits, namespaces, and objects', () => {
    const limits = all(
      configurations.map(({ ratelimits }) => ratelimits),
      ({ name }) => name,
    );
    expect(all([single.ratelimits], ({ name }) => name)).toEqual(limits);
    const namespaces = all(
      configurations.map(({ kv_namespaces }) => kv_namespaces),
      ({ binding }) => binding,
    );
    expect((single.kv_namespaces ?? []).map(({ binding }) => binding).sort()).toEqual(
      [...namespaces.keys()].sort(),
    );
    const objects = all(
      configurations.map(({ durable_objects }) => durable_objects?.bindings),
      ({ name }) => name,
    );
    const own = single.durable_objects?.bindings ?? [];
    expect(own.map(({ name, class_name }) => [name, class_name]).sort()).toEqual(
      [...objects.values()].map(({ name, class_name }) => [name, `Plid${class_name}`]).sort(),
    );
    expect(Object.keys(single.exports ?? {})).toEqual(own.map(({ class_name }) => class_name));
  });

  test('requires the same secrets, and lets no request bypass a worker of its zone', () => {
    const required = new Set(configurations.flatMap(({ secrets }) => secrets?.required ?? []));
    expect([...(single.secrets?.required ?? [])].sort()).toEqual([...required].sort());
    expect(single.compatibility_flags).toEqual([publicFetchFlag]);
    for (const { compatibility_flags = [], name } of configurations.filter(({ name }) =>
      /callback/.test(name ?? ''),
    ))
      expect(compatibility_flags, name).toContain(publicFetchFlag);
  });

  test('asks for each variable without a default', () => {
    const needed = workers
      .flatMap(settingsOf)
      .filter(({ binding, optional, secret }) => binding === undefined && !optional && secret === undefined)
      .map(({ name }) => name);
    // GATEWAY_ORIGIN is the origin of the request.
    expect(Object.keys(single.vars ?? {}).sort()).toEqual(
      [...new Set(needed)].filter((name) => name !== 'GATEWAY_ORIGIN').sort(),
    );
  });
});
