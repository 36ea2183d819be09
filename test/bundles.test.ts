import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderOf, halfOf } from '../scripts/configuration/index.ts';
import type { Refusal } from '../workers/core/protocol/errors.ts';
import { refusals } from '../workers/core/protocol/refusals.ts';
import { gatewayRefusals } from '../workers/gateway/shared/gateway-refusals.ts';
import { operatorRefusals } from '../workers/service/shared/operator-refusals.ts';
import { serviceRefusals } from '../workers/service/shared/service-refusals.ts';
import { bundleOf, bundleWorkers, root } from './support/world/bundles.ts';
import { listedWorkers } from './support/world/test-workers.ts';

const half = (name: string) =>
  listedWorkers
    .filter((worker) => halfOf(worker) === name)
    .map((worker) => folderOf(worker).replace('workers/', ''));
const service = half('service');
const gateway = half('gateway');
const deployable = [...service, ...gateway];

const pages = /node_modules\/preact|\.tsx$|workers\/core\/pages\//;

describe('what a worker is deployed with', () => {
  const bundles = new Map<string, string[]>();
  const codeOf = new Map<string, string>();
  beforeAll(async () => {
    const { metafile, outputFiles } = await bundleWorkers(false);
    for (const file of outputFiles) codeOf.set(file.path, file.text);
    for (const { entryPoint = '', inputs } of Object.values(metafile.outputs)) {
      const worker = entryPoint.replace(/^workers\/|\/index\.ts$/g, '');
      const files = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
      bundles.set(
        worker,
        files.map(([file]) => file),
      );
    }
  });
  const expectWithout = (workers: string[], unwanted: RegExp) => {
    for (const worker of workers) {
      const files = bundles.get(worker) ?? [];
      expect(files, worker).toContain(`workers/${worker}/index.ts`);
      expect(
        files.filter((file) => unwanted.test(file)),
        worker,
      ).toEqual([]);
    }
  };
  const others = (...excepted: string[]) => deployable.filter((worker) => !excepted.includes(worker));

  test('no page is in a worker that shows none: not in token, user and disconnect above all', () => {
    const without = others('service/authorize', 'service/account', ...gateway);
    expect(without).toEqual(expect.arrayContaining(['service/token', 'service/user', 'service/disconnect']));
    expect(bundles.get('service/authorize')?.some((file) => pages.test(file))).toBe(true);
    expectWithout(without, pages);
    expectWithout(['gateway/session', 'gateway/token', 'gateway/user'], pages);
  });

  test('phone numbers are read by the sign-in alone', () => {
    expect(bundles.get('service/authorize')?.join()).toContain('libphonenumber');
    expectWithout(others('service/authorize'), /libphonenumber/);
  });

  test('the service holds nothing of the gateway, the gateway nothing of the service', () => {
    expectWithout(service, /workers\/gateway\//);
    expectWithout(gateway, /workers\/service\//);
  });

  test('a worker holds the texts of its own half alone, and those of the operator where the operator calls', () => {
    const textsIn = (worker: string, table: Record<string, Refusal>) => {
      const code = codeOf.get(bundleOf(`workers/${worker}/index.ts`)) ?? '';
      return Object.values(table).filter(
        ({ en }) => code.includes(en) && !en.startsWith('A temporary error'),
      );
    };
    for (const worker of deployable) {
      const isService = service.includes(worker);
      expect(textsIn(worker, isService ? gatewayRefusals : serviceRefusals), worker).toEqual([]);
      if (worker !== 'service/applications') expect(textsIn(worker, operatorRefusals), worker).toEqual([]);
    }
    expect(textsIn('service/token', serviceRefusals)).not.toEqual([]);
    expect(textsIn('gateway/token', gatewayRefusals)).not.toEqual([]);
    expect(textsIn('service/applications', operatorRefusals)).not.toEqual([]);
  });

  test('none holds anything of the sandbox, the local world or the tests', () => {
    expectWithout(deployable, /workers\/sandbox\/|workers\/local|^test\//);
  });

  test('none holds the pages, handlers or store of another worker', () => {
    for (const worker of deployable) {
      const foreign = (bundles.get(worker) ?? []).filter((file) => {
        const [, folder] = /^workers\/((?:service|gateway)\/[^/]+)\//.exec(file) ?? [];
        return folder !== undefined && folder !== worker && deployable.includes(folder);
      });
      expect(foreign, worker).toEqual([]);
    }
  });
});

/** Which modules of the repository a module imports, types as well. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const specifiers = [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g)];
  return specifiers.map(([, specifier = '']) => path.join(path.dirname(file), specifier));
}

describe('who imports whom', () => {
  const modules = globSync('workers/**/*.{ts,tsx}', { cwd: root, exclude: ['**/.wrangler/**'] });
  const area = (file: string) => /^workers\/(core|service|gateway|sandbox)\//.exec(file)?.[1] ?? 'local';
  const importedBy = (name: string) =>
    new Set(modules.filter((file) => area(file) === name).flatMap((file) => importsOf(file).map(area)));

  test('the modules are found, and what they import exists', () => {
    expect(modules.length).toBeGreaterThan(100);
    const missing = modules.flatMap(importsOf).filter((file) => !globSync(file, { cwd: root }).length);
    expect(missing).toEqual([]);
  });

  test('core imports no worker', () => {
    expect([...importedBy('core')]).toEqual(['core']);
  });

  test('core refuses in words that it uses itself, or that both halves use', () => {
    const table = 'workers/core/protocol/refusals.ts';
    const mentions = (name: string, reason: string) =>
      modules
        .filter((file) => area(file) === name && file !== table)
        .some((file) => new RegExp(`\\b${reason}\\b`).test(readFileSync(path.join(root, file), 'utf8')));
    const misplaced = Object.keys(refusals).filter(
      (reason) => !mentions('core', reason) && !(mentions('service', reason) && mentions('gateway', reason)),
    );
    expect(misplaced).toEqual([]);
  });

  test.each(['service', 'gateway', 'sandbox'])('the %s imports core and itself, no other half', (name) => {
    expect([...importedBy(name)].sort()).toEqual(['core', name].sort());
  });
});
