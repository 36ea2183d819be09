import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../tools/configuration/settings-of.ts';
import { namedObject } from '../../workers/core/storage/named-object.ts';
import { listedWorkers } from '../support/world/configurations.ts';
import { root } from '../support/world/test-workers.ts';

describe('LOCATION_HINT', () => {
  test("is passed with an object's name", () => {
    const asked: unknown[][] = [];
    const objects = {
      idFromName: (name: string) => `id of ${name}`,
      get: (...call: unknown[]) => asked.push(call),
    };
    namedObject(objects as never, 'a name', { LOCATION_HINT: 'weur' });
    expect(asked).toEqual([['id of a name', { locationHint: 'weur' }]]);
  });

  test('is used for every object, because all use namedObject', () => {
    const sources = globSync('{workers,sandbox}/**/*.{ts,tsx}', { cwd: root });
    const asking = sources.filter((file) =>
      /\.(?:idFrom(?:Name|String)|getByName|newUniqueId)\(/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    // Of the first two one is never deployed, and the other stands in for a namespace and passes the hint on.
    expect(asking.sort()).toEqual([
      'sandbox/directory/index.ts',
      'sandbox/world/environment.ts',
      'workers/core/storage/named-object.ts',
    ]);
  });

  test('is a setting of each worker bound to objects', () => {
    const bound = listedWorkers
      .map((worker) => ({ worker: worker.worker, settings: settingsOf(worker) }))
      .filter(({ settings }) => settings.some(({ binding }) => binding?.kind === 'durable_objects'));
    expect(bound).not.toEqual([]);
    const without = bound.filter(({ settings }) => !settings.some(({ name }) => name === 'LOCATION_HINT'));
    expect(without.map(({ worker }) => worker)).toEqual([]);
  });
});
