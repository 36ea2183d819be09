import * as v from 'valibot';
import { expect, test } from 'vitest';
import { publicSecrets } from '../../../sandbox/world/public-secrets.ts';
import type { SecretFormat } from '../../../workers/core/worker/secret-format.ts';
import { secret } from '../../../workers/core/worker/settings.ts';
import { weakSecrets } from '../../../workers/core/worker/weak-secrets.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';

/** The formats of which a setting may contain several values during a rotation, with a published value and an own one. */
const published = publicSecrets.KEYS.slice(publicSecrets.KEYS.indexOf(':') + 1);
const own = gatewaySecrets.IDENTITY_KEY.slice(gatewaySecrets.IDENTITY_KEY.indexOf(':') + 1);
const formats: [SecretFormat, (id: string, value: string) => string][] = [
  ['keys', (id, value) => `${id}:${value}`],
  ['token', (id, value) => `${id}:${value}`],
  ['base64', (_, value) => value],
];

const faultsOf = (format: SecretFormat, value: string): string[] => {
  const schema = v.object({ SECRET: v.pipe(v.string(), v.metadata(secret(format))) });
  return weakSecrets(schema, { SECRET: value }).map(([name]) => name);
};

test.each(formats)(
  'a published value of the format %s is found behind and before an own one',
  (format, write) => {
    const [first, second] = [write('k1', own), write('k2', published)];
    expect(faultsOf(format, first)).toEqual([]);
    expect(faultsOf(format, second)).toEqual(['SECRET']);
    expect(faultsOf(format, `${first},${second}`)).toEqual(['SECRET']);
    expect(faultsOf(format, `${second},${first}`)).toEqual(['SECRET']);
  },
);

test.each(formats)(
  'a value of the format %s that repeats a letter is found at any place',
  (format, write) => {
    const repeated = write('k2', 'a'.repeat(43));
    expect(faultsOf(format, `${write('k1', own)},${repeated}`)).toEqual(['SECRET']);
    expect(faultsOf(format, `${repeated},${write('k1', own)}`)).toEqual(['SECRET']);
  },
);

test('a secret that its issuer generated may have any form, but is none that is published', () => {
  expect(faultsOf('issued', 'a'.repeat(43))).toEqual([]);
  expect(faultsOf('issued', published)).toEqual(['SECRET']);
});

/** What replaces a secret of each format. */
const replacements: Record<SecretFormat, string> = {
  keys: 'openssl rand -base64 32',
  base64: 'openssl rand -base64 32',
  hex: 'openssl rand -hex 32',
  token: 'openssl rand -hex 32',
  'signing keys': 'docs/reference/settings.md',
  'openid keys': 'docs/reference/settings.md',
  issued: 'use the value that its issuer gave you',
};

test.each(Object.entries(replacements) as [SecretFormat, string][])(
  'the fault of a published secret of the format %s says what to do, and not the value',
  (format, advice) => {
    const schema = v.object({ SECRET: v.optional(v.pipe(v.string(), v.metadata(secret(format)))) });
    const [[, fault = ''] = []] = weakSecrets(schema, { SECRET: published });
    expect(fault).toContain(advice);
    expect(fault).not.toContain(published);
    expect(weakSecrets(schema, { SECRET: published, BASE_URL: 'http://localhost:8787' })).toEqual([]);
  },
);
