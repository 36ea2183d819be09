import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { publicSecrets } from '../../sandbox/world/public-secrets.ts';
import { importedBy } from '../../tools/checks/imports.ts';
import { halfOf } from '../../tools/configuration/index.ts';
import { folderOf } from '../../tools/configuration/worker-source.ts';
import type { Refusal } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import { gatewayFailureTexts } from '../../workers/gateway/errors/failure-texts.ts';
import * as gatewayRefusals from '../../workers/gateway/settings/gateway-refusals.ts';
import * as operatorRefusals from '../../workers/service/operator/access/operator-refusals.ts';
import * as serviceRefusals from '../../workers/service/protocol/service-refusals.ts';
import { bundleOf, bundleWorkers, root } from '../support/world/bundles.ts';
import { listedWorkers } from '../support/world/configurations.ts';

const half = (name: string) =>
  listedWorkers.filter((worker) => halfOf(worker) === name).map(({ worker }) => worker);
/** The entry file of a worker, from the root. */
const entryOf = (worker: string) => `${folderOf({ worker })}/index.ts`;
const service = half('service');
const gateway = half('gateway');
const deployable = [...service, ...gateway];

/** The workers of the gateway that respond only in JSON. The guard's pages come from the login worker. */
const ofPrograms = ['events', 'guard', 'people', 'session', 'token', 'user'].map(
  (route) => `gateway-${route}`,
);
const pages = /\.tsx$|workers\/pages\//;

describe('the bundle of a worker', () => {
  /** The files of a bundle, by its entry file. */
  const filesOf = new Map<string, string[]>();
  const bundleFiles = (worker: string) => filesOf.get(entryOf(worker));
  const codeOf = new Map<string, string>();
  beforeAll(async () => {
    const { metafile, outputFiles } = await bundleWorkers(false);
    for (const file of outputFiles) codeOf.set(file.path, file.text);
    for (const { entryPoint = '', inputs } of Object.values(metafile.outputs)) {
      const files = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
      filesOf.set(
        entryPoint,
        files.map(([file]) => file),
      );
    }
  });
  const expectWithout = (workers: string[], unwanted: RegExp) => {
    for (const worker of workers) {
      const files = bundleFiles(worker) ?? [];
      expect(files, worker).toContain(entryOf(worker));
      expect(
        files.filter((file) => unwanted.test(file)),
        worker,
      ).toEqual([]);
    }
  };
  const others = (...excepted: string[]) => deployable.filter((worker) => !excepted.includes(worker));

  test('has no page unless it shows one, above all token, user, and disconnect', () => {
    const withPages = ['service-authorize', 'service-account', 'service-metadata', 'service-openid'];
    const without = others(...withPages, ...gateway);
    expect(without).toEqual(expect.arrayContaining(['service-token', 'service-user', 'service-disconnect']));
    expect(bundleFiles('service-authorize')?.some((file) => pages.test(file))).toBe(true);
    expectWithout(without, pages);
    expectWithout(ofPrograms, pages);
  });

  test('of the service reads phone numbers only for sign-in', () => {
    expect(bundleFiles('service-authorize')?.join()).toContain('phone-number');
    const ofService = others('service-authorize').filter((worker) => worker.startsWith('service-'));
    expectWithout(ofService, /phone-?number/);
    expectWithout(deployable, /libphonenumber/);
  });

  test('uses Base64 of workerd, without code for other runtimes', () => {
    const codes = deployable.map((worker) => codeOf.get(bundleOf(entryOf(worker))) ?? '');
    expect(codes.some((code) => code.includes('.fromBase64('))).toBe(true);
    // The script of a page, for browsers, calls btoa too.
    const portable = /btoa\(\w+\.reduce/;
    expect(readFileSync(path.join(root, 'workers/core/crypto/codec.ts'), 'utf8')).toMatch(portable);
    expect(codes.filter((code) => portable.test(code))).toEqual([]);
  });

  test('of the service contains no gateway code, and the other way round', () => {
    expectWithout(service, /workers\/gateway\//);
    expectWithout(gateway, /workers\/service\//);
  });

  test("has only the texts of its half, and operators' texts only where operators call", () => {
    const textsIn = (worker: string, table: Record<string, Refusal>) => {
      const code = codeOf.get(bundleOf(entryOf(worker))) ?? '';
      return Object.values(table).filter(
        ({ en }) => code.includes(en) && !en.startsWith('A temporary error'),
      );
    };
    for (const worker of deployable) {
      const isService = service.includes(worker);
      expect(textsIn(worker, isService ? gatewayRefusals : serviceRefusals), worker).toEqual([]);
      if (worker !== 'service-applications') expect(textsIn(worker, operatorRefusals), worker).toEqual([]);
    }
    expect(textsIn('service-token', serviceRefusals)).not.toEqual([]);
    expect(textsIn('gateway-token', gatewayRefusals)).not.toEqual([]);
    expect(textsIn('service-applications', operatorRefusals)).not.toEqual([]);
  });

  test('of a gateway worker for programs has no page text', () => {
    const forPrograms = new Set(Object.values({ ...gatewayRefusals, ...refusals }).map(({ en }) => en));
    const pageWords = Object.values(gatewayFailureTexts).flatMap(([title, text]) => [title.en, text]);
    const wordsIn = (worker: string) => {
      const code = codeOf.get(bundleOf(entryOf(worker))) ?? '';
      return pageWords.filter((text) => code.includes(text) && !forPrograms.has(text));
    };
    expect(wordsIn('gateway-callback')).not.toEqual([]);
    for (const worker of ofPrograms) expect(wordsIn(worker), worker).toEqual([]);
  });

  test("has no code for the runtime's own features, or for another worker", () => {
    expectWithout(deployable, /node_modules\/(?:jose|libphonenumber-js)\//);
    const withCookies = ['service-openid', ...ofPrograms];
    const programs = others(
      'service-authorize',
      'service-account',
      'service-metadata',
      'service-openid',
      ...gateway,
    );
    expectWithout([...programs, 'gateway-people'], /node_modules\/(?!valibot\/|itty-router\/)/);
    expectWithout(withCookies, /node_modules\/(?!valibot\/|cookie\/|itty-router\/)/);
  });

  /** The rows of docs/verification/tables/performance.md: the size of each worker in KiB. */
  const sizes = new Map(
    [
      ...readFileSync(path.join(root, 'docs/verification/tables/performance.md'), 'utf8').matchAll(
        /^\| (\w+)-([\w-]+) \| ([\d.]+) \| [^|]*\|$/gm,
      ),
    ].map(([, half, route, size]) => [`${half}-${route}`, Number(size)]),
  );

  test.each(deployable)('%s is about as small as before', (worker) => {
    const code = codeOf.get(bundleOf(entryOf(worker))) ?? '';
    const size = gzipSync(code, { level: 9 }).length / 1024;
    const stated = sizes.get(worker) ?? 0;
    const advice = `If it must be larger, state the size in docs/verification/tables/performance.md: ${worker} has ${size.toFixed(1)} KiB.`;
    expect(size, advice).toBeLessThan(stated * 1.1);
    // A row far above the size would not notice the next library.
    expect(size, advice).toBeGreaterThan(stated * 0.75);
  });

  test('signs id_tokens in only one worker per half, and logout_tokens only there and in the objects of the gateway', () => {
    expect(bundleFiles('service-signer')).toContain('workers/openid/openid-keys.ts');
    expectWithout(
      others('service-signer', 'gateway-openid', 'gateway-objects'),
      /workers\/openid\/(?:openid-keys|id-token|logout-token)/,
    );
    expectWithout(['gateway-objects'], /workers\/openid\/id-token/);
  });

  test("signs for OpenID Connect in workers without a route, except the gateway's endpoints", () => {
    const [objects] = listedWorkers.filter(({ worker }) => worker === 'gateway-objects');
    expect(objects?.routes).toEqual([]);
    const [signer] = listedWorkers.filter(({ worker }) => worker === 'service-signer');
    expect([signer?.routes, Object.keys(signer?.schema.entries ?? {})]).toEqual([[], ['OPENID_KEY']]);
  });

  test('of the worker behind every page has no sign-in code and none of its secrets', () => {
    expect(bundleFiles('gateway-session')).toContain('workers/gateway/sessions/read-session.ts');
    expectWithout(['gateway-session'], /workers\/gateway\/(?:users|flow)\/|service-endpoints|plid\/client\//);
    const [session] = listedWorkers.filter(({ worker }) => worker === 'gateway-session');
    expect(Object.keys(session?.schema.entries ?? {})).not.toContain('CLIENT_SECRET');
  });

  test('contains nothing of the sandbox, the local environment, or the tests', () => {
    expectWithout(deployable, /^(?:sandbox|test)\//);
    const known = Object.values(publicSecrets).map((value) => value.replace(/^\w+:/, ''));
    for (const worker of [...deployable, 'local.ts']) {
      const code = codeOf.get(bundleOf(worker === 'local.ts' ? 'sandbox/local.ts' : entryOf(worker)));
      const held = known.filter((value) => code?.includes(value));
      expect(held, worker).toEqual(worker === 'local.ts' ? known : []);
    }
  });

  test('contains no pages, handlers, or storage of another worker', () => {
    for (const worker of deployable) {
      const own = `${folderOf({ worker })}/`;
      const foreign = (bundleFiles(worker) ?? []).filter(
        (file) => /^workers\/\w+\/(?:routes|operator)\/(?!access\/)/.test(file) && !file.startsWith(own),
      );
      expect(foreign, worker).toEqual([]);
    }
    expectWithout(others('service-objects', 'gateway-objects'), /core\/storage\/object-store/);
  });
});

/** The modules of the repository that a module imports, types included. */
function importsOf(file: string): string[] {
  return importedBy(file, readFileSync(path.join(root, file), 'utf8'));
}

describe('imports', () => {
  const modules = globSync('{workers,sandbox}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/.wrangler/**', 'sandbox/{start.ts,{start,samples,test}/**}'],
  });
  const area = (file: string) => {
    const [, published] = /^packages\/([\w-]+)\//.exec(file) ?? [];
    if (published !== undefined) return published;
    if (/^sandbox\/(?!world\/|local\.ts)/.test(file)) return 'sandbox';
    return /^workers\/(core|openid|audit|pages|service|gateway)\//.exec(file)?.[1] ?? 'world';
  };
  const areasImportedBy = (name: string) =>
    new Set(modules.filter((file) => area(file) === name).flatMap((file) => importsOf(file).map(area)));

  test('of core name no worker', () => {
    expect([...areasImportedBy('core')].sort()).toEqual(['core']);
  });

  test.each(['pages', 'openid', 'audit'])('of %s are only core and itself', (name) => {
    expect([...areasImportedBy(name)].sort()).toEqual(['core', name].sort());
  });

  test('of core define only errors that both halves use', () => {
    const table = 'workers/core/protocol/refusals.ts';
    const mentions = (areas: string[], reason: string) =>
      modules
        .filter((file) => areas.includes(area(file)) && file !== table)
        .some((file) => new RegExp(`\\b${reason}\\b`).test(readFileSync(path.join(root, file), 'utf8')));
    const misplaced = Object.keys(refusals).filter(
      (reason) =>
        !mentions(['core', 'openid', 'audit'], reason) &&
        !(mentions(['service'], reason) && mentions(['gateway'], reason)),
    );
    expect(misplaced).toEqual([]);
  });

  test.each([
    ['service', ['audit', 'core', 'openid', 'pages', 'service']],
    // The sandbox's texts are also the package's list of simulated users.
    ['sandbox', ['core', 'pages', 'plid', 'sandbox']],
    ['gateway', ['audit', 'core', 'gateway', 'openid', 'pages', 'plid']],
  ])(
    'of the %s are the modules of both halves and itself; the gateway and the sandbox use the package',
    (name, imported) => {
      expect([...areasImportedBy(name)].sort()).toEqual(imported);
    },
  );

  test('of the package name only core, and no other package where it runs everywhere', () => {
    const published = globSync('packages/plid/**/*.ts', {
      cwd: root,
      exclude: ['**/{node_modules,dist}/**'],
    });
    expect([...new Set(published.flatMap((file) => importsOf(file).map(area)))].sort()).toEqual([
      'core',
      'plid',
    ]);
    const portable = published.filter((file) =>
      /^packages\/plid\/(?:client|fields|identity|web)\//.test(file),
    );
    expect(portable.length).toBeGreaterThan(8);
    const reached = new Set(portable);
    for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
    const sources = [...reached].map((file) => readFileSync(path.join(root, file), 'utf8'));
    expect(sources.filter((source) => /\bfrom '[^.]/.test(source))).toEqual([]);
  });
});
