import { globSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type Unstable_Config, unstable_readConfig } from 'wrangler';
import { deployment, listedWorkers } from '../../test/support/world/configurations.ts';
import { gatewaySecrets, serviceSecrets } from '../../test/support/world/test-settings.ts';
import { root } from '../../test/support/world/test-workers.ts';
import { type Configuration, compatibilityDate, configurationOf } from '../configuration/index.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import { folderOf } from '../configuration/worker-source.ts';

const configurations = listedWorkers.map((worker) => ({
  worker: worker.worker,
  configuration: configurationOf(worker, listedWorkers, deployment),
}));
const local: Unstable_Config = unstable_readConfig(
  { config: path.join(root, 'wrangler.toml') },
  { hideWarnings: true },
);

const configurationFor = (name: string): Configuration => {
  const found = configurations.find(({ worker }) => worker === name);
  if (found === undefined) throw new Error(`${name} is not in workers/workers.ts`);
  return found.configuration;
};

describe('the list of workers', () => {
  test('contains every worker folder: add yours to workers/workers.ts', () => {
    const folders = globSync('workers/{service,gateway}/{routes,operator,features,carriers}/*/index.ts', {
      cwd: root,
    }).map((file) => path.dirname(file));
    expect(listedWorkers.map((worker) => folderOf(worker)).sort()).toEqual(folders.sort());
  });

  test('names workers before those that are bound to them', () => {
    const names = configurations.map(({ configuration }) => configuration.name);
    for (const { configuration } of configurations) {
      const objects = configuration.durable_objects?.bindings?.map(({ script_name }) => script_name) ?? [];
      const services = configuration.services?.map(({ service }) => service) ?? [];
      for (const needed of [...objects, ...services]) {
        if (needed === undefined || needed === 'plid-carrier') continue;
        expect(names.indexOf(needed), `${needed} before ${configuration.name}`).toBeLessThan(
          names.indexOf(configuration.name),
        );
      }
    }
  });

  test('has no route twice', () => {
    const patterns = configurations.flatMap(({ configuration }) => configuration.routes ?? []);
    const texts = patterns.map((route) => JSON.stringify(route));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('a derived wrangler configuration', () => {
  test('is complete for the token worker', () => {
    expect(configurationFor('service-token')).toEqual({
      name: 'plid-service-token',
      main: 'index.ts',
      compatibility_date: compatibilityDate,
      compatibility_flags: ['no_nodejs_compat', 'no_nodejs_compat_v2'],
      workers_dev: false,
      preview_urls: false,
      routes: [{ pattern: 'login.example.com/oauth2/token*', zone_name: 'example.com' }],
      vars: {},
      secrets: { required: ['KEYS'] },
      kv_namespaces: [{ binding: 'APPLICATIONS', id: 'plid-applications' }],
      durable_objects: {
        bindings: [{ name: 'ACCOUNT', class_name: 'Account', script_name: 'plid-service-objects' }],
      },
      observability: {
        enabled: true,
        redact_query_string: true,
        logs: { enabled: true, invocation_logs: false },
      },
    });
  });

  test('has no route and no script for its own classes, for the objects worker', () => {
    const { routes, durable_objects, migrations } = configurationFor('service-objects');
    expect(routes).toBeUndefined();
    expect(durable_objects?.bindings).toContainEqual({ name: 'ACCOUNT', class_name: 'Account' });
    expect(migrations?.[0]).toMatchObject({
      tag: 'v1',
      new_sqlite_classes: expect.arrayContaining(['Account']),
    });
  });

  test('allows the gateway a service in the same zone, and routes the rest of the host to the guard', () => {
    expect(configurationFor('gateway-callback').compatibility_flags).toContain(
      'global_fetch_strictly_public',
    );
    expect(configurationFor('gateway-guard').routes).toEqual([
      { pattern: 'shop.example.com/*', zone_name: 'example.com' },
    ]);
    expect(configurationFor('gateway-session').routes).toEqual([
      { pattern: 'shop.example.com/auth/session*', zone_name: 'example.com' },
      { pattern: 'shop.example.com/auth/healthz*', zone_name: 'example.com' },
    ]);
  });

  test('has a carrier certificate only if the deployment names one, and allows a carrier in the same zone', () => {
    const [worker] = listedWorkers.filter((listed) => listed.worker === 'service-carriers');
    const vars = { CARRIER_S: 'https://carrier.example', CARRIER_S_CERTIFICATE: 'an id' };
    const configuration = worker && configurationOf(worker, listedWorkers, { ...deployment, vars });
    expect(configuration).toMatchObject({
      vars: { CARRIER_S: 'https://carrier.example' },
      mtls_certificates: [{ binding: 'CARRIER_S_CERTIFICATE', certificate_id: 'an id' }],
      compatibility_flags: expect.arrayContaining(['global_fetch_strictly_public']),
    });
    expect(configuration?.vars).not.toHaveProperty('CARRIER_S_CERTIFICATE');
    expect(configurationFor('service-carriers').mtls_certificates).toBeUndefined();
  });

  test("binds the sign-in to our carrier worker, or to the operator's own", () => {
    const [worker] = listedWorkers.filter((listed) => listed.worker === 'service-authorize');
    const boundTo = (instead: Record<string, string>) =>
      worker &&
      configurationOf(worker, listedWorkers, { ...deployment, instead }).services?.filter(
        (service) => service.binding === 'CARRIER',
      );
    const [binding, entrypoint] = ['CARRIER', 'Carrier'];
    expect(boundTo({})).toEqual([{ binding, service: 'plid-service-carriers', entrypoint }]);
    const own = [{ binding, service: 'plid-carrier', entrypoint }];
    expect(boundTo({ 'service-carriers': 'carrier' })).toEqual(own);
  });

  test.each(configurations)('serves $worker only at its routes, and binds no clock', ({ configuration }) => {
    expect(configuration).toMatchObject({ workers_dev: false, preview_urls: false });
    expect(JSON.stringify(configuration)).not.toMatch(/CLOCK|DIRECTORY/);
  });

  test('contains no secret, and requires each', () => {
    const secrets = { ...serviceSecrets, ...gatewaySecrets };
    for (const { worker, configuration } of configurations) {
      expect(
        Object.keys(configuration.vars ?? {}).filter((name) => name in secrets),
        worker,
      ).toEqual([]);
      for (const name of configuration.secrets?.required ?? []) expect(secrets, worker).toHaveProperty(name);
    }
    expect(Object.keys(local.vars).filter((name) => name in secrets)).toEqual([]);
  });

  test('defaults HSTS_SUBDOMAINS to Y in every service worker, and to N in every gateway worker', () => {
    const answering = listedWorkers.filter(({ routes, catchAll }) => routes.length > 0 || catchAll);
    const said = answering.map(({ worker, schema }) => {
      const setting = schema.entries.HSTS_SUBDOMAINS;
      return [worker, setting && v.parse(setting, undefined)];
    });
    const byHalf = answering.map(({ worker }) => [worker, worker.startsWith('service-') ? 'Y' : 'N']);
    expect(said).toEqual(byHalf);
  });

  test('uses each setting name for one kind of secret or binding, and for one class in each half', () => {
    const seen = new Map<string, string>();
    for (const worker of listedWorkers) {
      const [half] = worker.worker.split('-');
      for (const { name, secret, binding } of settingsOf(worker)) {
        for (const [where, meaning] of [
          [name, JSON.stringify({ secret, kind: binding?.kind })],
          [`${half} ${name}`, JSON.stringify({ secret, binding })],
        ] as const) {
          expect(seen.get(where) ?? meaning, where).toBe(meaning);
          seen.set(where, meaning);
        }
      }
    }
  });
});

describe('the configuration of the local environment', () => {
  test('has no route and no workers.dev, in case it is deployed by mistake', () => {
    expect(local.workers_dev).toBe(false);
    expect(local.preview_urls).toBe(false);
    expect(local.routes ?? []).toEqual([]);
    expect(local.route).toBeUndefined();
    expect(local.compatibility_date).toBe(compatibilityDate);
    expect(JSON.stringify(local)).not.toContain('CLOCK');
  });

  test('binds exactly what the workers and the sandbox need: add yours to wrangler.toml', () => {
    const bound = [
      ...local.kv_namespaces.map(({ binding }) => binding),
      ...local.d1_databases.map(({ binding }) => binding),
      ...local.durable_objects.bindings.map(({ name }) => name),
      ...(local.services ?? []).map(({ binding }) => binding),
      ...(local.ratelimits ?? []).map(({ name }) => name),
    ];
    const declared = listedWorkers
      .flatMap(settingsOf)
      // No carrier asks the local world for a certificate.
      .filter(({ binding }) => binding !== undefined && binding.kind !== 'mtls_certificates')
      .map(({ name }) => name);
    expect(bound.sort()).toEqual([...new Set([...declared, 'DIRECTORY'])].sort());
    const limits = configurations.flatMap(({ configuration }) => configuration.ratelimits ?? []);
    expect(limits).toEqual(expect.arrayContaining(local.ratelimits ?? []));
    // The local environment has one class for the records of both halves.
    const classes = listedWorkers
      .flatMap((worker) => worker.classes?.flat() ?? [])
      .filter((name) => name !== 'GatewayAccessRecords');
    const migrated = local.migrations.flatMap((migration) => migration.new_sqlite_classes ?? []);
    expect(migrated.sort()).toEqual([...classes, 'Directory'].sort());
  });
});
