import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../../deploy/cloudflare/connection.ts';
import { describeChangedSettings } from '../../deploy/plan/changed-settings.ts';
import type { Plan } from '../../deploy/plan/plan.ts';
import { readDnsRecords } from '../../deploy/read/account-state.ts';
import { readWorker } from '../../deploy/read/deployed-workers.ts';

/** A connection to Cloudflare that answers each path with its value. @param asked gets the paths. */
function connectionTo(answers: (path: string) => unknown, asked: string[] = []): Connection {
  const get = async (path: string, schema: v.GenericSchema) => {
    asked.push(path);
    return v.parse(schema, answers(path));
  };
  return { cloudflare: { get }, account: 'account', zone: 'zone', owner: 'owner' } as unknown as Connection;
}

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const version = (id: string, minute: number) => ({ id, metadata: { created_on: at(minute) } });
const serving = (id: string, minute: number, ...versions: [string, number][]) => ({
  ...{ id, created_on: at(minute) },
  versions: versions.map(([version_id, percentage]) => ({ version_id, percentage })),
});

/** The state of a worker that Cloudflare describes so. */
const stateOf = (items: object[], deployments: object[], subdomain: object = { enabled: false }) =>
  readWorker(
    connectionTo((path) => {
      if (path.endsWith('/deployments')) return { deployments };
      if (path.includes('/versions?')) return { items };
      return path.endsWith('/subdomain') ? subdomain : {};
    }),
    'plid-service-token',
  );

describe('the state of a worker', () => {
  test('has the versions that have served requests, the latest first', async () => {
    const { versions, running, isSplit, deployment } = await stateOf(
      // Uploaded only; served; uploaded only in the second of the first deployment; older than all that are listed.
      [version('uploaded', 30), version('served', 20), version('early', 10), version('old', 9)],
      [serving('d2', 25, ['served', 100]), serving('d1', 10, ['another', 100])],
    );
    expect(versions.map(({ id, since }) => [id, since])).toEqual([
      ['served', at(25)],
      ['old', at(9)],
    ]);
    expect([running?.id, isSplit, deployment]).toEqual(['served', false, 'd2']);
  });

  test('has the version with most requests as the running one', async () => {
    const { running, isSplit } = await stateOf(
      [version('a', 1), version('b', 2)],
      [serving('d', 3, ['a', 40], ['b', 60])],
    );
    expect([running?.id, isSplit]).toEqual(['b', true]);
  });

  test.each([
    [{ enabled: false, previews_enabled: false }, false],
    [{ enabled: true, previews_enabled: false }, true],
    [{ enabled: false, previews_enabled: true }, true],
    [{ enabled: true }, true],
    [{ enabled: false }, false],
  ])('is at workers.dev with %j: %s', async (subdomain, isThere) => {
    expect((await stateOf([], [], subdomain)).isOnWorkersDev).toBe(isThere);
  });
});

test('a DNS record that does not say so is not proxied by Cloudflare', async () => {
  const asked: string[] = [];
  const records = [
    { name: 'a.example.com', type: 'A' },
    { name: 'a.example.com', type: 'A', proxied: true },
  ];
  expect(
    await readDnsRecords(
      connectionTo(() => records, asked),
      '*.example.com',
    ),
  ).toEqual([{ ...records[0], proxied: false }, records[1]]);
  expect(asked).toEqual(['/zones/zone/dns_records?name=*.example.com']);
});

describe('a changed setting', () => {
  /** What an operator confirms of a worker with so many versions, all with a value. */
  const described = async (count: number, before: string, after: string, earlier = before) => {
    const versions = Array.from({ length: count }, (_, place) => ({
      ...{ id: String(place), created: at(count - place), note: undefined, author: 'kim@example.com' },
      fingerprints: { configuration: 'x' },
    }));
    const asked: string[] = [];
    const connection = connectionTo((path) => {
      const isLast = path.endsWith(`/${count - 1}`);
      const text = isLast ? earlier : before;
      return { resources: { bindings: [{ name: 'A', type: 'plain_text', text }] } };
    }, asked);
    const deployed = new Map([['worker', { versions, running: versions[0] }]]);
    const target = { name: 'worker', settings: { A: after }, fingerprints: { configuration: 'y' } };
    const lines = await describeChangedSettings(
      { account: { connection }, deployed } as unknown as Plan,
      [target] as unknown as Parameters<typeof describeChangedSettings>[1],
    );
    return { lines, asked: asked.length };
  };

  test.each([
    [1, 'a', ' (since 2026-01-01 00:01 UTC, kim@example.com)', 1],
    [20, 'a', ' (since 2026-01-01 00:01 UTC, kim@example.com)', 20],
    [21, 'a', ' (at least since 2026-01-01 00:02 UTC, kim@example.com)', 20],
    [20, 'z', ' (since 2026-01-01 00:02 UTC, kim@example.com)', 20],
  ])('has the time of the first of %i versions with it, before which it was %s', async (...given) => {
    const [count, earlier, since, times] = given;
    expect(await described(count, 'a', 'b', earlier)).toEqual({ lines: [`A: a → b${since}`], asked: times });
  });

  test('is shown whole up to 80 characters, and else from where it differs', async () => {
    const one = async (before: string, after: string) =>
      (await described(1, before, after)).lines.map((line) => line.replace(/ \(since.*/, ''));
    const long = 'x'.repeat(80);
    expect(await one(long, '')).toEqual([`A: ${long} → ""`]);
    expect(await one(`${long}x`, '')).toEqual([`A: ${long}… → ""`]);
    const differing = (letter: string) => `${'s'.repeat(60)}${letter}${'t'.repeat(19)}`;
    expect(await one(differing('a'), differing('b'))).toEqual([`A: ${differing('a')} → ${differing('b')}`]);
    const [same] = await one(`${'s'.repeat(60)}a${'t'.repeat(30)}`, `${'s'.repeat(60)}b${'t'.repeat(30)}`);
    const shared = 's'.repeat(20);
    expect(same).toBe(`A: …${shared}a${'t'.repeat(30)} → …${shared}b${'t'.repeat(30)}`);
    expect(await one('a\n\tb', '')).toEqual(['A: a b → ""']);
  });
});
