import { describe, expect, test } from 'vitest';
import {
  createSecretFingerprinter,
  formatVersionTag,
  parseVersionTag,
  tagOwner,
} from '../../deploy/cloudflare/fingerprints.ts';
import {
  formatVersionNote,
  parseVersionNote,
  type VersionNote,
} from '../../deploy/cloudflare/version-metadata.ts';
import { describeFingerprintDifferences } from '../../deploy/plan/workers-to-deploy.ts';
import type { Deployed, Version } from '../../deploy/read/deployed-workers.ts';
import { interruptedRelease, planRollback } from '../../deploy/read/releases.ts';
import { rotationOf } from '../../keys/rotation-progress.ts';

const plidService = { name: 'plid', half: 'service' } as const;
const owner = tagOwner(plidService);
const fingerprintsOf = createSecretFingerprinter('account', plidService);
const made = (secrets: Record<string, string>, code = 'codecode') => ({
  code,
  configuration: 'confconf',
  secrets: fingerprintsOf(secrets),
});

describe('the tag of a version', () => {
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`SECRET_${index}`, `value ${index}`]),
  );

  test.each([
    ['one secret', { KEYS: 'k1' }],
    ['eight', Object.fromEntries(Object.entries(many).slice(0, 8))],
    ['twenty', many],
  ])('with %s has at most 100 bytes and can be read back', (_, secrets) => {
    const tag = formatVersionTag(owner, made(secrets));
    expect(Buffer.byteLength(tag)).toBeLessThanOrEqual(100);
    expect(parseVersionTag(owner, tag)).toEqual(made(secrets));
  });

  test.each(Object.keys(many))('shows that %s of twenty has changed', (name) => {
    const changed = made({ ...many, [name]: 'another' });
    expect(describeFingerprintDifferences(made(many), changed, Object.keys(many))).toContain(name);
  });

  test('names only what differs', () => {
    const secrets = { KEYS: 'k1', ADMIN_TOKEN: 'token' };
    const difference = (wanted: ReturnType<typeof made>) =>
      describeFingerprintDifferences(made(secrets), wanted, Object.keys(secrets));
    expect(difference(made(secrets))).toBeUndefined();
    expect(difference(made({ ...secrets, KEYS: 'k2' }))).toBe('other KEYS');
    expect(difference(made(secrets, 'otherone'))).toBe('other code');
    expect(describeFingerprintDifferences(made(secrets), made({ KEYS: 'k1' }), ['KEYS'])).toBe(
      'other number of secrets',
    );
  });

  test('shows no value, and differs in another deployment', () => {
    const staging = createSecretFingerprinter('account', { name: 'staging', half: 'service' });
    expect(Object.values(staging({ KEYS: 'k1' }))).not.toEqual(Object.values(fingerprintsOf({ KEYS: 'k1' })));
    expect(Object.values(fingerprintsOf({ KEYS: 'k1' })).join()).not.toContain('k1');
  });

  test.each([
    { name: 'plid', half: 'gateway' },
    { name: 'plid-service', half: 'service' },
    { name: 'plid-service-kr', half: 'service' },
    { name: 'plidservice', half: 'service' },
  ] as const)("of the deployment $name's $half isn't parsed", (other) => {
    expect(parseVersionTag(owner, formatVersionTag(tagOwner(other), made({ KEYS: 'k1' })))).toBeUndefined();
  });

  test.each(['plid-0123456789abcdef0123456789abcdef', 'v1', '', undefined])(
    "of another tool isn't parsed: %s",
    (tag) => {
      expect(parseVersionTag(owner, tag)).toBeUndefined();
    },
  );
});

const note: VersionNote = {
  plid: '0.1.0',
  release: '20261122T104307Z',
  position: 2,
  total: 5,
  rotation: undefined,
  previousVersion: undefined,
  by: 'kim@laptop',
};

test.each([
  note,
  { ...note, previousVersion: '0b6c7e4e-6f1c-4f0a-9a53-0d3b1f3a7c11' },
  { ...note, rotation: { secret: 'IDENTITY_KEY', from: '0f3c9a1b', to: 'a new one', pass: 'first' } },
])("a version's message can be read back: %j", (written) => {
  expect(parseVersionNote(formatVersionNote(written))).toEqual(written);
});

test.each(['plid 0.1.0', 'Upload by an operator', undefined])(
  "another tool's message isn't parsed: %s",
  (message) => {
    expect(parseVersionNote(message)).toBeUndefined();
  },
);

/** A worker with these versions, the latest first; the first one runs. */
function worker(...versions: Version[]): Deployed {
  const [running] = versions;
  return {
    versions,
    running,
    lastOfOurs: running,
    newestOfOurs: running,
    latest: { created: undefined, author: undefined, message: '' },
    isSplit: false,
    deployment: '1',
    leftBehind: false,
    wasDeployedByUs: true,
    isOnWorkersDev: false,
    logSettings: {},
  };
}
const version = (id: string, minute: number, value: string, more: Partial<VersionNote> = {}): Version => ({
  id,
  fingerprints: made({ KEYS: value }),
  created: `2026-11-22T10:${minute}:00.000Z`,
  since: `2026-11-22T10:${minute}:00.000Z`,
  note: { ...note, position: 1, total: 1, ...more },
  author: undefined,
});

test("an incomplete release continues under its name, and a complete one doesn't", () => {
  const [first, second] = [
    version('a', 10, 'k1', { position: 1, total: 2 }),
    version('b', 11, 'k1', { position: 2, total: 2 }),
  ];
  expect(interruptedRelease(new Map([['token', worker(first)]]))).toEqual({ release: note.release, done: 1 });
  expect(
    interruptedRelease(
      new Map([
        ['token', worker(first)],
        ['user', worker(second)],
      ]),
    ),
  ).toBeUndefined();
});

test('the rollback target of a worker deployed twice in one release precedes both', () => {
  const before = version('a', 10, 'k1', { release: '20261101T000000Z' });
  const versions = [
    version('c', 12, 'k1', { previousVersion: 'b' }),
    version('b', 11, 'k1', { previousVersion: 'a' }),
    before,
  ];
  expect(planRollback(new Map([['token', worker(...versions)]]), []).moves).toMatchObject([
    { name: 'token', to: { id: 'a' } },
  ]);
});

describe('a rotation', () => {
  const pass = (name: string) => ({ rotation: { secret: 'KEYS', from: 'k1', to: 'k2', pass: name } });
  const described = { half: 'gateway' as const, settings: {} };
  const state = (...workers: Deployed[]) =>
    rotationOf('KEYS', new Map(workers.map((each, index) => [String(index), each])), described, []);
  const old = version('a', 10, 'k1');

  test('has started when one of two workers has the value, and advances when both have it', () => {
    const added = worker(version('b', 11, 'k1,k2', pass('add')), old);
    expect(state(added, worker(old))).toMatchObject({ passes: ['add', 'first', 'drop'], started: true });
    // An ordinary deployment has brought the second key to it, and records no pass.
    expect(state(added, worker(version('c', 12, 'k1,k2'), old))).toMatchObject({
      passes: ['first', 'drop'],
      started: false,
    });
  });

  test('has ended after its last pass, or if a later version has another value', () => {
    const first = version('b', 11, 'k2,k1', pass('first'));
    expect(state(worker(version('c', 12, 'k2', pass('drop')), first))).toBeUndefined();
    expect(state(worker(first))).toMatchObject({ passes: ['drop'] });
    expect(state(worker(version('d', 13, 'k9'), first))).toBeUndefined();
  });
});
