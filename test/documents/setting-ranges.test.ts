import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { workers } from '../../workers/workers.ts';

const page = readFileSync('docs/reference/settings.md', 'utf8');
const entries = page.split(/^(?=####)/m).flatMap((entry) => {
  const found = /^#### `(\w+)`<a id="(service|gateway)-.*, ([\d,]+) to ([\d,]+)\./s.exec(entry);
  return found === null ? [] : [found];
});
const ranges = entries.map(([, name = '', half = '', ...bounds]) => {
  const [min = 0, max = 0] = bounds.map((bound) => Number(bound.replaceAll(',', '')));
  return { half, name, min, max };
});

test('there are four documented ranges', () => {
  expect(ranges.map(({ half, name }) => `${half} ${name}`)).toEqual([
    'service ACCESS_RECORD_DAYS',
    'service NOTICE_DAYS',
    'gateway ACCESS_RECORD_DAYS',
    'gateway SERVICE_TIMEOUT',
  ]);
});

test.each(ranges)('$name of the $half is a number from $min to $max', ({ half, name, min, max }) => {
  const schemas = workers.flatMap(({ worker, schema }) =>
    worker.startsWith(half) && name in schema.entries ? [schema.entries[name] as v.GenericSchema] : [],
  );
  expect(schemas.length).toBeGreaterThan(0);
  for (const schema of schemas)
    expect([min - 1, min, max, max + 1].map((value) => v.is(schema, value))).toEqual([
      false,
      true,
      true,
      false,
    ]);
});
