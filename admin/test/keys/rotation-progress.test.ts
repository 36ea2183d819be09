import { describe, expect, test } from 'vitest';
import { listedWorkers } from '../../../test/support/world/configurations.ts';
import { secretNameDigest } from '../../deploy/cloudflare/fingerprints.ts';
import { formatVersionNote, parseVersionNote } from '../../deploy/cloudflare/version-metadata.ts';
import type { Deployed, Version } from '../../deploy/read/deployed-workers.ts';
import { passNames, rotatable } from '../../keys/key-entries.ts';
import { roundUpToMinute } from '../../keys/rotation-messages.ts';
import { lastPass, rotationOf } from '../../keys/rotation-progress.ts';
import { resumeAddition, startRotation } from '../../keys/start-rotation.ts';

const config = { half: 'service', settings: {} } as const;
const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** A version with a value of KEYS, uploaded and serving from a minute on, and the pass that deployed it. */
const version = (value: string, minute: number, pass?: string, since = minute) =>
  ({
    fingerprints: { secrets: { [secretNameDigest('KEYS')]: value } },
    ...{ created: time(minute), since: time(since) },
    note: { rotation: pass && { secret: 'KEYS', from: 'k1', to: 'k2', pass } },
  }) as Version;

/** Workers, each with its versions, latest first. */
const workers = (...each: Version[][]) =>
  new Map(each.map((versions, index) => [`w${index}`, { versions, running: versions[0] } as Deployed]));
const progress = (...each: Version[][]) => rotationOf('KEYS', workers(...each), config, listedWorkers);

describe('a rotation', () => {
  test('may go on once the last worker has run long enough with the value, whatever was deployed since', () => {
    const one = [version('both', 30), version('both', 10, 'first'), version('old', 1)];
    const other = [version('both', 20, 'first'), version('old', 1)];
    const fourteenDays = 14 * 86_400_000;
    const notBefore = { drop: new Date(Date.parse(time(20)) + fourteenDays).toISOString() };
    const left = { passes: ['drop'], started: false, needsReencryption: true, notBefore };
    expect(progress(one, other)).toMatchObject(left);
    expect(progress(other, one)).toMatchObject(left);
  });

  test('counts from when a version served requests, not from when it was uploaded', () => {
    expect(progress([version('both', 10, 'first', 40), version('old', 1)])?.notBefore.drop).toBe(
      new Date(Date.parse(time(40)) + 14 * 86_400_000).toISOString(),
    );
  });

  test('of which a worker lacks the value was interrupted, and its pass is repeated', () => {
    expect(progress([version('both', 10, 'add'), version('old', 1)], [version('old', 1)])).toMatchObject({
      ...{ passes: ['add', 'first', 'drop'], started: true, needsReencryption: false, notBefore: {} },
    });
  });

  test('is over after its last pass, and if a later value has replaced both', () => {
    expect(progress([version('new', 10, 'drop'), version('both', 1)])).toBeUndefined();
    expect(progress([version('third', 20), version('both', 10, 'first')])).toBeUndefined();
  });

  test('is the latest of several', () => {
    const found = lastPass('KEYS', workers([version('a', 10, 'add')], [version('b', 20, 'first')]));
    expect(found?.pass.pass).toBe('first');
  });
});

/** Passes of another release: unknown words, parts of known ones, and names that every object has. */
const unknownPasses = ['later', 'ad', 'adds', 'firstadd', 'last', 'constructor', 'valueof'];

describe("a version's note with the pass", () => {
  const secrets = (['service', 'gateway'] as const).flatMap((half) =>
    Object.entries(rotatable[half]).map(([secret, { passes = [], leakedPasses }]) => ({
      ...{ half, secret, passes: new Set([...passes, ...leakedPasses]) },
    })),
  );

  /** Rotations of each secret that a pass has deployed after the pass `add`, to one of two workers and to the only worker. */
  function rotations(pass: string) {
    expect(secrets.length).toBeGreaterThan(10);
    return secrets.map(({ half, secret, passes }) => {
      const old = noted(secret, 'add', 'old', 1);
      const done = [noted(secret, pass, 'new', 10), old];
      const found = (...each: Version[][]) =>
        rotationOf(secret, workers(...each), { half, settings: {} }, listedWorkers);
      return { secret, passes, interrupted: found(done, [old]), complete: found(done) };
    });
  }

  test.each(passNames)(
    '%s belongs to a rotation that has to repeat this pass at a worker that lacks it',
    (pass) => {
      const having = rotations(pass).filter(({ passes }) => passes.has(pass));
      expect(having.length).toBeGreaterThan(5);
      for (const { secret, interrupted } of having) expect(interrupted?.passes[0], secret).toBe(pass);
    },
  );

  test.each(passNames)('%s belongs to no rotation of a secret that has no such pass', (pass) => {
    for (const { secret, passes, interrupted, complete } of rotations(pass))
      if (!passes.has(pass))
        expect({ interrupted, complete }, secret).toEqual({ interrupted: undefined, complete: undefined });
    expect(rotations(pass).some(({ passes }) => !passes.has(pass))).toBe(true);
  });

  test.each(unknownPasses)('%s, which this release lacks, belongs to no rotation of any secret', (pass) => {
    for (const { secret, interrupted, complete } of rotations(pass))
      expect({ interrupted, complete }, secret).toEqual({ interrupted: undefined, complete: undefined });
  });
});

/** A version with a value of a secret, and with the note of a pass as Cloudflare stores it. */
function noted(secret: string, pass: string, value: string, minute: number): Version {
  const message = formatVersionNote({
    ...{ plid: '0.1.0', release: '20260101T000000Z', position: 1, total: 1, by: 'kim@laptop' },
    ...{ previousVersion: undefined, rotation: { secret, from: 'k1', to: 'k2', pass } },
  });
  const note = parseVersionNote(message);
  expect(note?.rotation?.pass).toBe(pass);
  const fingerprints = { code: '', configuration: '', secrets: { [secretNameDigest(secret)]: value } };
  return { ...version(value, minute), fingerprints, note };
}

test('a time is rounded up, so that a command that runs at it is never too early', () => {
  const shown = ['10:00:00.000', '10:00:00.001', '10:00:59.999'].map((at) =>
    roundUpToMinute(`2026-01-01T${at}Z`),
  );
  expect(shown).toEqual(['2026-01-01 10:00 UTC', '2026-01-01 10:01 UTC', '2026-01-01 10:01 UTC']);
});

describe('a rotation is started', () => {
  const choice = { name: undefined, leaked: false };

  test('not while the secret contains a second key that the command has not added', () => {
    expect(() => startRotation('service', 'KEYS', 'k1:a,k2:b', choice)).toThrow('already contains 2 keys');
    expect(startRotation('service', 'KEYS', 'k1:a', choice)).toMatchObject({ from: 'k1', to: 'k2' });
  });

  test('of a token only if it is named, when there are several', () => {
    const start = (name?: string) =>
      startRotation('service', 'ADMIN_TOKEN', 'kim:a,lee@people:b', { ...choice, name });
    expect(() => start()).toThrow('Choose the value to replace: --name kim or --name lee@people');
    expect(() => start('choi')).toThrow('Choose the value');
    expect(start('lee@people')).toMatchObject({ from: 'lee@people', to: 'lee2@people' });
  });

  test('never of PHONE_KEY unless it has leaked, because every user would get a new plid', () => {
    expect(() => startRotation('service', 'PHONE_KEY', '1:a', choice)).toThrow('every user gets a new plid');
    expect(startRotation('service', 'PHONE_KEY', '1:a', { ...choice, leaked: true }).passes).toEqual([
      'replace',
    ]);
  });

  test('from a stored key that does not run yet, unless it was dropped or is not the only one', () => {
    const entry = (name: string) => ({ name, text: `${name}:x` });
    const resume = (dropped: string | undefined, ...added: string[]) =>
      resumeAddition('service', 'KEYS', 'k1:a', added.map(entry), { dropped });
    expect(resume(undefined, 'k2')).toMatchObject({ from: 'k1', to: 'k2', started: true });
    expect(resume('k2', 'k2')).toBeUndefined();
    expect(resume(undefined, 'k2', 'k3')).toBeUndefined();
    expect(resume(undefined, 'k7')).toBeUndefined();
    expect(resume(undefined)).toBeUndefined();
  });
});
