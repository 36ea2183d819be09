import { expect, test } from 'vitest';
import { listedWorkers } from '../../../test/support/world/configurations.ts';
import type { Connection } from '../../deploy/cloudflare/connection.ts';
import type { Deployed } from '../../deploy/read/deployed-workers.ts';
import { findKvNamespaces } from '../../deploy/read/kv-namespaces.ts';
import { nameNextRelease, undoneRelease } from '../../deploy/read/releases.ts';
import { tokenName } from '../../deploy/settings/secrets.ts';

test.each([
  ['kim', 'kim'],
  ['Kim Hana', 'kim-hana'],
  ['kim.hana@example', 'kim-hana-example'],
  ['--kim--', 'kim'],
  ['김하나', 'admin'],
  ['', 'admin'],
  ['k'.repeat(24), 'k'.repeat(24)],
  ['k'.repeat(25), 'k'.repeat(24)],
])('the token of the user %j is named %s', (user, name) => {
  expect(tokenName(user)).toBe(name);
});

test('a KV namespace is found only by its whole title', async () => {
  const others = [
    'plid-service-applications-old',
    'other-plid-service-applications',
    'plid-gateway-applications',
  ];
  const found = async (titles: string[]) => {
    const list = async () => titles.map((title) => ({ id: `id of ${title}`, title }));
    const connection = { account: 'account', cloudflare: { list } } as unknown as Connection;
    const workers = listedWorkers.filter(({ worker }) => worker.startsWith('service-'));
    const all = await findKvNamespaces(connection, { name: 'plid', half: 'service' } as never, workers);
    return all.find(({ binding }) => binding === 'APPLICATIONS');
  };
  const title = 'plid-service-applications';
  expect(await found([...others, title])).toEqual({ binding: 'APPLICATIONS', title, id: `id of ${title}` });
  expect(await found(others)).toEqual({ binding: 'APPLICATIONS', title, id: undefined });
});

/** Workers whose latest deployments have these messages. */
const workersWith = (...messages: string[]) =>
  new Map(messages.map((message, index) => [`w${index}`, { latest: { message } } as Deployed]));

test('of several releases that rollbacks have undone, the latest counts, if it is later than the current one', () => {
  const workers = workersWith(
    'back from R3; by kim',
    'continues, although it was not part of back from R2; by kim',
    '',
  );
  expect(undoneRelease(workers, 'R1')).toBe('R3');
  expect(undoneRelease(workers, 'R2')).toBe('R3');
  expect(undoneRelease(workers, 'R3')).toBeUndefined();
  expect(undoneRelease(workersWith('R4; by kim', 'back from'), 'R1')).toBeUndefined();
});

test.each([
  ['the first one', [], '20261129T101500Z'],
  ['a day later', ['20261128T101500Z'], '20261129T101500Z'],
  ['in the same second', ['20261129T101500Z', '20261128T101500Z'], '20261129T101501Z'],
  ['on a machine whose clock is behind', ['20261128T101500Z', '20261231T235959Z'], '20270101T000000Z'],
])('the name of a release, %s, comes after all earlier ones', (_, releases, name) => {
  const versions = releases.map((release) => ({ note: { release } }));
  const workers = new Map([['w', { versions } as Deployed]]);
  expect(nameNextRelease(workers, new Date('2026-11-29T10:15:00.400Z'))).toBe(name);
});
