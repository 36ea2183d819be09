import { describe, expect, test } from 'vitest';
import { listedWorkers } from '../../../test/support/world/configurations.ts';
import { halfOf } from '../../../tools/configuration/index.ts';
import { kvBindingNamesOf } from '../../deploy/settings/select-workers.ts';
import { placesOf } from '../../privacy/register.ts';

describe.each(['service', 'gateway'] as const)('the register of a %s', (half) => {
  const workers = listedWorkers.filter((worker) => halfOf(worker) === half);
  const advice = 'Describe the data in admin/privacy.';

  test('describes every Durable Object class', () => {
    const classes = workers.flatMap((worker) => worker.classes?.flat() ?? []);
    const described = placesOf(half).flatMap((place) => ('object' in place ? [place.object] : []));
    expect([...new Set(described)].sort(), advice).toEqual(classes.sort());
  });

  test('describes every KV namespace', () => {
    const described = placesOf(half).flatMap((place) => ('kv' in place ? [place.kv] : []));
    expect([...new Set(described)].sort(), advice).toEqual(kvBindingNamesOf(workers).sort());
  });
});
