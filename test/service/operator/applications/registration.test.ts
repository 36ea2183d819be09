import * as v from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ProtocolError } from '../../../../workers/core/protocol/errors.ts';
import { Parameters } from '../../../../workers/core/protocol/parameters.ts';
import {
  entityTag,
  expectedVersion,
  parseVersionParameter,
} from '../../../../workers/service/operator/applications/entity-tag.ts';
import { rejectUnrequestedOptional } from '../../../../workers/service/operator/applications/field-schemas.ts';
import {
  change,
  createClientId,
  createSecret,
  fieldsForOperator,
  fieldsForOperatorWithSecret,
  registration,
  resealFieldKeys,
} from '../../../../workers/service/operator/applications/registration.ts';
import {
  exportedFields,
  imported,
  readImported,
} from '../../../../workers/service/operator/applications/transfer-application.ts';
import { defaultFields } from '../../../../workers/service/registry/application-fields.ts';
import { isDisplayedUnchanged, nameDigest } from '../../../../workers/service/registry/application-names.ts';
import { fieldKey } from '../../../../workers/service/settings/service-sealed-types.ts';
import { initialFields } from '../../../support/requests/operator-requests.ts';
import { gatewayKeys, serviceKeys } from '../../../support/world/test-settings.ts';

const terms = {
  recipient: '데모 상점',
  purpose: '회원 관리',
  retention: '탈퇴할 때까지',
  privacy_url: 'https://shop.example.com/privacy',
};
const given = {
  name: '데모 상점',
  redirect_uris: ['https://shop.example.com/callback'],
  attributes: ['name', 'ci'],
  ...terms,
};
const stored = { id: 'one', sha256: '0'.repeat(64), field_key: 'sealed', created: 1 };
const exported = {
  ...defaultFields(),
  ...terms,
  name: given.name,
  redirect_uris: given.redirect_uris,
  attributes: ['ci' as const],
  client_id: 'demoshop000000000001',
  created: 0,
  secrets: [stored],
};

const parse = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value);
/** @returns the reason of a refusal: that of our error, or the field that does not fit the schema; undefined for a value that is accepted. */
function refusalOf(schema: v.GenericSchema, value: unknown): string | undefined {
  try {
    const { issues } = v.safeParse(schema, value);
    return issues && (v.getDotPath(issues[0]) ?? 'body');
  } catch (failure) {
    if (failure instanceof ProtocolError) return failure.reason;
    throw failure;
  }
}

const long = 'p'.repeat(2_048 - 'https://a.example.com/'.length);

describe('the fields of a registration', () => {
  test('have defaults', () => {
    expect(v.parse(registration, given)).toEqual({
      ...given,
      ...initialFields,
      attributes: ['ci', 'name'],
      same_name: false,
      allow_loopback: false,
    });
    expect(initialFields).toMatchObject({
      ...{ reads: 'many', success: 'success', optional: [], events: '', popup: false },
      ...{ purpose_en: '', retention_en: '', support_url: '' },
    });
  });

  test('can all be given', () => {
    const whole = {
      ...given,
      attributes: ['ci', 'name'],
      reads: 'once',
      success: '',
      optional: ['name'],
      events: 'https://shop.example.com/events',
      purpose_en: 'Membership',
      retention_en: 'Until you leave',
      popup: true,
      same_name: true,
      allow_loopback: true,
      support_url: 'http://localhost:3000/help',
    };
    expect(v.parse(registration, whole)).toEqual({ ...initialFields, ...whole });
    expect(
      v.parse(registration, { ...whole, support_url: '', events: '', purpose_en: '', retention_en: '' }),
    ).toMatchObject({
      support_url: '',
      events: '',
    });
  });

  test.each<[string, object, string]>([
    ['without a name', { name: undefined }, 'name'],
    ['with an empty name', { name: '' }, 'name'],
    ['with a name of 101 characters', { name: 'n'.repeat(101) }, 'name'],
    ['with an unreadable name', { name: 'a\u200bb' }, 'unreadable'],
    ['without a callback', { redirect_uris: [] }, 'redirect_uris'],
    [
      'with 21 callbacks',
      { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example.com/${n}`) },
      'redirect_uris',
    ],
    [
      'with a callback twice',
      { redirect_uris: ['https://a.example.com/', 'https://a.example.com/'] },
      'redirect_uris',
    ],
    ['with an unknown attribute', { attributes: ['shoeSize'] }, 'attributes.0'],
    ['with a field that there is not', { plid: '1' }, 'plid'],
    ['that reads never', { reads: 'never' }, 'reads'],
    ['with another success', { success: 'ok' }, 'success'],
    ['with a popup that is not a boolean', { popup: 'Y' }, 'popup'],
    ['with a same_name that is not a boolean', { same_name: 'yes' }, 'same_name'],
    ['without a recipient', { recipient: undefined }, 'missing_recipient'],
    ['without a purpose', { purpose: '' }, 'missing_purpose'],
    ['without a retention', { retention: undefined }, 'missing_retention'],
    ['without a privacy notice', { privacy_url: '' }, 'missing_privacy_url'],
    ['with a recipient of 101 characters', { recipient: 'n'.repeat(101) }, 'recipient'],
    ['with a purpose of 301 characters', { purpose: 'n'.repeat(301) }, 'purpose'],
    ['with a purpose in English of 301 characters', { purpose_en: 'n'.repeat(301) }, 'purpose_en'],
    ['with a retention of 201 characters', { retention: 'n'.repeat(201) }, 'retention'],
    ['with a retention in English of 201 characters', { retention_en: 'n'.repeat(201) }, 'retention_en'],
    ['with a recipient that is a number', { recipient: 7 }, 'recipient'],
    ['with an unreadable purpose', { purpose: '  a' }, 'unreadable'],
    ['with an unreadable purpose in English', { purpose_en: ' a' }, 'unreadable'],
  ])('are rejected: %s', (_, changes, expected) => {
    expect(refusalOf(registration, { ...given, ...changes })).toBe(expected);
  });

  test('accept texts and lists of the maximum length', () => {
    const largest = {
      ...given,
      name: 'n'.repeat(100),
      redirect_uris: Array.from({ length: 20 }, (_, n) => `https://a.example.com/${n}`),
      recipient: 'n'.repeat(100),
      purpose: 'n'.repeat(300),
      retention: 'n'.repeat(200),
      purpose_en: 'n'.repeat(300),
      retention_en: 'n'.repeat(200),
      privacy_url: `https://a.example.com/${long}`,
      events: `https://a.example.com/${long}`,
    };
    expect(parse(registration, largest).success).toBe(true);
  });

  test("are named if their text isn't readable, or if an address is rejected", () => {
    const valuesOf = (changes: object) => {
      try {
        v.parse(registration, { ...given, ...changes });
        return undefined;
      } catch (failure) {
        return failure instanceof ProtocolError ? failure.values : failure;
      }
    };
    for (const item of ['name', 'recipient', 'purpose', 'purpose_en', 'retention', 'retention_en'])
      expect(valuesOf({ [item]: ' a' })).toEqual({ item });
    for (const item of ['privacy_url', 'support_url']) expect(valuesOf({ [item]: 'a' })).toEqual({ item });
    expect(valuesOf({ redirect_uris: ['ftp:a'] })).toEqual({ value: 'ftp:a' });
    expect(valuesOf({ redirect_uris: ['x'.repeat(3_000)] })).toEqual({ value: 'x'.repeat(2_048) });
    expect(valuesOf({ events: 'ftp:a' })).toEqual({ value: 'ftp:a' });
    expect(valuesOf({ events: 'x'.repeat(3_000) })).toEqual({ value: 'x'.repeat(2_048) });
  });
});

describe('an address in a registration', () => {
  const addresses: [string, boolean][] = [
    ['https://a.example.com', true],
    ['https://a.example.com/', true],
    ['https://a.example.com:8443/in?a=b&c=%20', true],
    ['http://localhost:3000/in', true],
    ['http://127.0.0.1/in', true],
    ['http://[::1]:3000/in', true],
    [`https://a.example.com/${long}`, true],
    [`https://a.example.com/${long}p`, false],
    ['http://a.example.com/in', false],
    ['ftp://localhost/in', false],
    ['https://a.example.com/in#here', false],
    ['https://*.example.com/in', false],
    ['https://A.example.com/in', false],
    ['https://a.example.com:443/in', false],
    ['https://a.example.com/a/../in', false],
    ['https://user@a.example.com/in', false],
    ['https://:word@a.example.com/in', false],
    ['https://a.example.com/한', false],
    ['https://a.example.com/a b', false],
    ['https://[/', false],
    ['xhttps://a.example.com/', false],
    ['com.example.app:/in', false],
    ['/in', false],
  ];

  test.each(addresses)('of a callback may be %s: %s', (address, expected) => {
    const refusal = refusalOf(registration, { ...given, redirect_uris: [address] });
    expect(refusal).toBe(expected ? undefined : 'unacceptable_callback');
  });

  test.each(addresses)('of events may be %s: %s', (address, expected) => {
    expect(refusalOf(change, { events: address })).toBe(expected ? undefined : 'unacceptable_events');
  });

  test.each([
    ...['code', 'state', 'error', 'error_description', 'message', 'plid_reason'].map(
      (name) => `a=b&${name}=`,
    ),
    '',
  ])('of a callback rejects the query ?%s', (query) => {
    expect(refusalOf(change, { redirect_uris: [`https://a.example.com/in?${query}`] })).toBe(
      'unacceptable_callback',
    );
    expect(refusalOf(change, { events: `https://a.example.com/in?${query}` })).toBeUndefined();
  });

  test.each<[string, boolean]>([
    ['https://a.example.com', true],
    ['https://a.example.com/#here', true],
    ['http://localhost:3000/', true],
    [`https://a.example.com/${long}`, true],
    [`https://a.example.com/${long}p`, false],
    ['http://a.example.com/', false],
    ['javascript:alert(1)', false],
    ['javascript://localhost/%0aalert(1)', false],
    ['ftp://localhost/', false],
    ['https://A.example.com/', false],
    ['https://user@a.example.com/', false],
    ['https://:word@a.example.com/', false],
    ['a', false],
  ])('of a page may be %s: %s', (address, expected) => {
    const [privacy, support] = [{ privacy_url: address }, { support_url: address }];
    for (const changes of [privacy, support])
      expect(refusalOf(change, changes)).toBe(expected ? undefined : 'unacceptable_address');
  });
});

describe('a change of an application', () => {
  test('contains only the given fields', () => {
    const flags = { same_name: true, allow_loopback: true };
    expect(v.parse(change, {})).toEqual({ same_name: false, allow_loopback: false });
    const all = { ...given, attributes: ['ci', 'name'], reads: 'once', success: '', ...flags };
    const more = { purpose_en: 'a', retention_en: 'b', support_url: '', optional: ['ci'], events: '' };
    expect(v.parse(change, { ...all, ...more })).toEqual({ ...all, ...more });
  });

  test.each(Object.keys(given))('can have only %s, and is validated', (name) => {
    const value = given[name as keyof typeof given];
    expect(parse(change, { [name]: value }).success).toBe(true);
    expect(refusalOf(change, { [name]: 7 })).toBe(name);
  });

  test('of an unknown field is rejected', () => {
    expect(refusalOf(change, { client_id: 'a' })).toBe('client_id');
  });

  test('makes only requested attributes optional', () => {
    expect(() => rejectUnrequestedOptional(['ci'], ['ci', 'name'])).not.toThrow();
    const refusing = () => rejectUnrequestedOptional(['ci', 'gender', 'name'], ['ci']);
    expect(refusing).toThrow(
      expect.objectContaining({ reason: 'optional_not_asked', values: { value: 'gender,name' } }),
    );
  });
});

describe('the version in a change', () => {
  const versionOf = (headers: Record<string, string>) =>
    expectedVersion(new Request('https://a.example.com', { headers }));

  test('is that of If-Match, as in the ETag', () => {
    expect(entityTag(12)).toBe('"12"');
    for (const version of [1, 12, 999_999_999_999_999])
      expect(versionOf({ 'If-Match': entityTag(version) })).toBe(version);
    expect(versionOf({ 'If-Match': '*' })).toBeUndefined();
    expect(versionOf({})).toBeUndefined();
  });

  test.each(['12', '""', '"0"', '"012"', '"12', '12"', 'W/"12"', '"1", "2"', `"${'1'.repeat(16)}"`])(
    'is rejected as %s',
    (tag) => {
      const refusal = { reason: 'invalid_item', values: { item: 'If-Match' } };
      expect(() => versionOf({ 'If-Match': tag })).toThrow(expect.objectContaining(refusal));
    },
  );

  test('is a number in the query', () => {
    const read = (query: string) => parseVersionParameter(new Parameters(query), 'before');
    expect(read('')).toBeUndefined();
    expect(read(`before=${'9'.repeat(15)}`)).toBe(999_999_999_999_999);
    for (const text of ['0', '01', 'x1', '1x', '-1', '9'.repeat(16)])
      expect(() => read(`before=${text}`)).toThrow(
        expect.objectContaining({ reason: 'invalid_item', values: { item: 'before' } }),
      );
  });
});

describe('a new client', () => {
  test('has a client_id of 20 uniformly random letters and digits', () => {
    // Each byte as often as any other: 62 letters take at most five times 256 bytes.
    let next = 0;
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      if (next === 5 * 256) throw new Error('more bytes were drawn than are needed');
      if (bytes instanceof Uint8Array) for (const index of bytes.keys()) bytes[index] = next++;
      return bytes;
    });
    onTestFinished(() => random.mockRestore());
    const ids = Array.from({ length: 62 }, createClientId);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
    const counts = new Map<string, number>();
    for (const letter of ids.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect([...counts.values()]).toEqual(Array(62).fill(20));
  });

  test('has a secret of 64 hexadecimal digits, stored as a digest and an encrypted key', async () => {
    const { client_secret, secret } = await createSecret(serviceKeys, 7);
    expect(client_secret).toMatch(/^[0-9a-f]{64}$/);
    expect(secret).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{16}$/), created: 7 });
    expect(JSON.stringify(secret)).not.toContain(client_secret.slice(0, 16));
    const resealed = await resealFieldKeys(serviceKeys, [secret]);
    expect(Object.keys(resealed)).toEqual([secret.id]);
    expect(await fieldKey.open(serviceKeys, resealed[secret.id] ?? '', 8)).toEqual({
      key: Buffer.from(client_secret.slice(0, 16)).toString('base64'),
    });
  });

  test('is returned without the digests and keys of its secrets', async () => {
    const application = { ...v.parse(imported, exported), version: 3 };
    const shown = await fieldsForOperator(serviceKeys, application);
    expect(shown).toMatchObject({ events: '', version: 3, created: 0, secrets: [{ id: 'one', created: 1 }] });
    expect(shown.secrets[0]).toEqual({ id: 'one', created: 1, sealed: 'unknown' });
    const told = await fieldsForOperator(serviceKeys, { ...application, events: 'https://a.example.com' });
    expect(told.events).toBe('https://a.example.com');
    const first = await fieldsForOperatorWithSecret(serviceKeys, application, 'new secret');
    expect(Object.entries(first).slice(0, 2)).toEqual([
      ['client_id', exported.client_id],
      ['client_secret', 'new secret'],
    ]);
    expect(first).toMatchObject(shown);
  });
});

describe('an exported application', () => {
  test('is imported unchanged', () => {
    expect(v.parse(imported, exported)).toEqual({ ...exported, replace: false });
    expect(exportedFields({ ...exported, version: 3 })).toEqual(exported);
    const { reads: _, success: __, ...shorter } = exported;
    expect(v.parse(imported, shorter)).toEqual({ ...exported, replace: false });
  });

  test.each(['name', 'redirect_uris', 'attributes', 'client_id', 'secrets', 'created'])(
    'without %s is rejected',
    (missing) => {
      const rest = Object.fromEntries(Object.entries(exported).filter(([name]) => name !== missing));
      expect(refusalOf(imported, rest)).toBe(missing);
    },
  );

  test.each<[string, object, string]>([
    ['a field that there is not', { same_name: true }, 'same_name'],
    ['no client id', { client_id: 'short' }, 'client_id'],
    ['no secret', { secrets: [] }, 'secrets'],
    ['three secrets', { secrets: [stored, stored, stored] }, 'secrets'],
    ['a secret without a digest', { secrets: [{ ...stored, sha256: 'a' }] }, 'secrets.0.sha256'],
    ['a longer digest', { secrets: [{ ...stored, sha256: '0'.repeat(65) }] }, 'secrets.0.sha256'],
    ['a digest in capital letters', { secrets: [{ ...stored, sha256: 'A'.repeat(64) }] }, 'secrets.0.sha256'],
    ['a secret with an invalid id', { secrets: [{ ...stored, id: 'a b' }] }, 'secrets.0.id'],
    ['a secret with a long id', { secrets: [{ ...stored, id: 'a'.repeat(33) }] }, 'secrets.0.id'],
    ['a long field key', { secrets: [{ ...stored, field_key: 'a'.repeat(1_001) }] }, 'secrets.0.field_key'],
    ['a field of a secret that there is not', { secrets: [{ ...stored, more: 1 }] }, 'secrets.0.more'],
    ['a time before 1970', { created: -1 }, 'created'],
    ['half a second', { created: 0.5 }, 'created'],
    ['a replace that is not a boolean', { replace: 1 }, 'replace'],
  ])('with %s is rejected', (_, changes, expected) => {
    expect(refusalOf(imported, { ...exported, ...changes })).toBe(expected);
  });

  test('accepts the longest field key and ID', () => {
    const longest = { ...stored, id: 'a'.repeat(32), field_key: 'a'.repeat(1_000) };
    expect(refusalOf(imported, { ...exported, secrets: [longest, stored] })).toBeUndefined();
  });

  test('gets its field keys re-encrypted, and is rejected if other KEYS encrypted them', async () => {
    const { secret } = await createSecret(serviceKeys, 7);
    const application = { ...exported, secrets: [secret] };
    const read = await readImported(serviceKeys, application);
    expect(read).toMatchObject({
      ...application,
      secrets: [{ id: secret.id, sha256: secret.sha256, created: 7 }],
    });
    const opened = await fieldKey.open(serviceKeys, read.secrets[0]?.field_key ?? '', 0);
    expect(opened).toEqual(await fieldKey.open(serviceKeys, secret.field_key, 0));
    expect(opened).toBeDefined();
    await expect(readImported(gatewayKeys, application)).rejects.toMatchObject({
      reason: 'sealed_elsewhere',
    });
    const unasked = readImported(serviceKeys, { ...application, optional: ['name' as const] });
    await expect(unasked).rejects.toMatchObject({ reason: 'optional_not_asked' });
  });
});

describe('an application name', () => {
  test.each<[string, boolean]>([
    ['데모 상점', true],
    ['7', true],
    ['é', true],
    ['e\u0301\u0302\u0303', true],
    ['e\u0301\u0302\u0303\u0304', false],
    ['!?', false],
    ['', false],
    [' a', false],
    ['a ', false],
    ['a  b', false],
    ['a\u00a0b', false],
    ['a\tb', false],
    ['a\u3164b', false],
    ['a\u2800b', false],
    ['a\u202eb', false],
    ['\u0301a', false],
    ['a \u0301b', false],
  ])('%j is readable: %s', (name, expected) => {
    expect(isDisplayedUnchanged(name)).toBe(expected);
  });

  test('resembles another in any letter case and every compatible spelling', async () => {
    const digest = await nameDigest('Shop 1');
    for (const same of ['SHOP 1', 'Ｓhop １']) expect(await nameDigest(same)).toBe(digest);
    for (const same of ['STRASSE', 'STRAẞE']) expect(await nameDigest(same)).toBe(await nameDigest('Straße'));
    expect(await nameDigest('Shop 2')).not.toBe(digest);
  });

  test('has the same digest in every release, because KV lists applications by it', async () => {
    expect(await nameDigest('Shop 1 Straße')).toBe(
      '4edd9b96d6f65b25d0e93fb999940297ae98d2e6de0faaaa42d2865796fcd40c',
    );
  });
});
