import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { listedWorkers } from '../../../test/support/world/configurations.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { gatewaySecrets, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import type { Half } from '../../../test/support/world/test-workers.ts';
import { replaceSecret } from '../../deploy/settings/secrets.ts';
import { applyPass, type Pass, rotatable } from '../../keys/key-entries.ts';
import { waitingTimeAfter } from '../../keys/waiting-times.ts';

const held: Record<Half, Record<string, string>> = { service: serviceSecrets, gateway: gatewaySecrets };
const ways = (['service', 'gateway'] as const).flatMap((half) =>
  Object.entries(rotatable[half]).flatMap(([secret, kind]) => {
    const leaked = { half, secret, kind, passes: kind.leakedPasses, how: 'that has leaked' };
    return kind.passes === undefined
      ? [leaked]
      : [{ ...leaked, passes: kind.passes, how: 'as a rule' }, leaked];
  }),
);

/** The schema with which workers check a secret. */
function schemaOf(half: Half, secret: string): v.GenericSchema {
  const holder = listedWorkers.find(
    ({ worker, schema }) => worker.startsWith(half) && secret in schema.entries,
  );
  if (holder === undefined) throw new Error(`No worker of the ${half} has ${secret}`);
  return holder.schema.entries[secret] as v.GenericSchema;
}

/** A secret before the passes, and after each of them. */
function texts({ half, secret, kind, passes }: (typeof ways)[number]) {
  const value = held[half][secret] ?? '';
  const before = secret === 'ADMIN_TOKEN' ? `kim:${value}` : value;
  const from = kind.nameOf(before);
  const names = { from, to: kind.nextName(from, [from]) };
  const after = [before];
  for (const pass of passes) after.push(applyPass(pass, after.at(-1) ?? '', kind, names));
  return { before, names, after };
}

describe.each(ways)('rotating $secret of the $half, $how', (way) => {
  const { half, secret, kind, passes } = way;
  const { before, names, after } = texts(way);

  test('leaves a valid setting after every pass', () => {
    for (const text of after) expect(v.is(schemaOf(half, secret), text), text).toBe(true);
  });

  test('ends with one value, a new one', () => {
    const end = after.at(-1) ?? '';
    expect(end).not.toContain(',');
    expect(end).not.toContain(before);
    expect(end.length).toBeGreaterThan(40);
  });

  test('changes nothing if a pass is repeated', () => {
    for (const [index, pass] of passes.entries()) {
      const done = after[index + 1] ?? '';
      expect(applyPass(pass, done, kind, names), pass).toBe(done);
    }
  });
});

test.each(ways.filter(({ passes }) => passes.includes('first')))(
  '$secret of the $half, $how: a new value encrypts or signs only once every worker has it',
  (way) => {
    const { before, after } = texts(way);
    const [added = '', first = ''] = (['add', 'first'] as const).map(
      (pass) => after[way.passes.indexOf(pass) + 1],
    );
    expect(added.startsWith(`${before},`)).toBe(true);
    expect(first).toBe(added.split(',').reverse().join());
  },
);

test('PHONE_KEY is replaced only if it leaked', () => {
  expect(rotatable.service.PHONE_KEY?.passes).toBeUndefined();
});

test('one of several tokens is replaced, and the others stay', () => {
  const kind = rotatable.service.ADMIN_TOKEN;
  if (kind === undefined) throw new Error('ADMIN_TOKEN cannot be rotated');
  const text = `kim:${'a'.repeat(40)},${'b'.repeat(40)},kim2:${'c'.repeat(40)}`;
  const names = { from: 'kim', to: kind.nextName('kim', ['kim', 'admin', 'kim2']) };
  expect(names.to).toBe('kim3');
  const run = (...passes: Pass[]) => passes.reduce((done, pass) => applyPass(pass, done, kind, names), text);
  expect(run('add')).toMatch(new RegExp(`^${text},kim3:[0-9a-f]{64}$`));
  expect(run('add', 'drop')).toMatch(/^b{40},kim2:c{40},kim3:[0-9a-f]{64}$/);
  expect(run('replace')).toMatch(/^kim3:[0-9a-f]{64},b{40},kim2:c{40}$/);
});

test.each([
  ['k1', 'k2'],
  ['k9', 'k10'],
  ['local', 'local2'],
  ['kim@people', 'kim2@people'],
  [`${'x'.repeat(32)}@people`, `${'x'.repeat(31)}2@people`],
  ['x'.repeat(32), `${'x'.repeat(31)}2`],
])('pass %s is followed by %s', (from, to) => {
  expect(rotatable.service.KEYS?.nextName(from, [from])).toBe(to);
});

test('the old value stays as long as anything it encrypted or signed is valid', () => {
  const wait = (secret: string, half: Half, settings = {}) =>
    waitingTimeAfter('first', secret, { half, settings }, listedWorkers);
  const day = 86_400;
  expect(wait('KEYS', 'service')).toEqual({ drop: 14 * day });
  expect(wait('KEYS', 'gateway')).toEqual({ drop: 365 * day });
  expect(wait('KEYS', 'gateway', { RETENTION_DAYS: '30' })).toEqual({ drop: 30 * day });
  const longSessions = { RETENTION_DAYS: '30', SESSION_LIFETIME: '8640000' };
  expect(wait('KEYS', 'gateway', longSessions)).toEqual({ drop: 100 * day });
  expect(wait('IDENTITY_KEY', 'gateway')).toEqual({ drop: 60 });
  expect(wait('EVENT_KEY', 'service')).toEqual({ drop: day });
  expect(wait('OPENID_KEY', 'service')).toEqual({ drop: day });
  // Objects run with the former secrets until Cloudflare has updated them.
  expect(wait('DISCLOSURE_KEY', 'service')).toEqual({ drop: 3_600 });
});

test('a key that others read is published for a day before it signs', () => {
  const described = { half: 'service', settings: {} } as const;
  for (const secret of ['EVENT_KEY', 'OPENID_KEY'])
    expect(waitingTimeAfter('add', secret, described, listedWorkers)).toEqual({ first: 86_400 });
  expect(waitingTimeAfter('add', 'KEYS', described, listedWorkers)).toEqual({});
});

describe('a secret in the secrets file', () => {
  const file = path.join(mkdtempSync(path.join(testFolder(), 'secrets-')), 'plid-service.secrets');
  const write = (text: string) => writeFileSync(file, text, { mode: 0o600 });

  test('is replaced in its line, and comments and other secrets stay', () => {
    write('# ours\nKEYS_OF_MINE="$&"\nexport KEYS=k1:old=\nOTHER="a b"');
    replaceSecret(file, 'KEYS', 'k1:$&new=');
    expect(readFileSync(file, 'utf8')).toBe('# ours\nKEYS_OF_MINE="$&"\nKEYS="k1:$&new="\nOTHER="a b"');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("isn't overwritten if its line is malformed", () => {
    const text = 'OTHER="\nKEYS=a\nb"\n';
    write(text);
    expect(() => replaceSecret(file, 'KEYS', 'k2:new')).toThrow(/the line for KEYS is malformed/);
    expect(parseEnv(readFileSync(file, 'utf8'))).toEqual(parseEnv(text));
  });
});
