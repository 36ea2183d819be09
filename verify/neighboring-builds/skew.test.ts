import { describe, expect, test } from 'vitest';
import { type Change, changedTree } from '../../test/service/support/source-trees.ts';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { signInCompletely } from '../../test/support/fixtures/complete-sign-in-walk.ts';
import { authorizeUrl, codeOf, signIn } from '../../test/support/fixtures/sign-in.ts';
import { type Fixture, restoreWorld, storedObject } from '../../test/support/world/stored-world.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import type { Releases } from '../../test/support/world/test-workers.ts';
import { closedAfterTest } from '../../test/support/world/use-world.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';
import { fixture, isNeighborMissing, neighbor } from './neighbor.ts';

/** The result of a walk through every call of workers to objects, with workers and objects of different builds. */
async function walkWith(releases: Releases): Promise<string> {
  const world = await startWorld({ releases });
  try {
    await signInCompletely(world);
    return 'understood';
  } catch (failure) {
    return failure instanceof Error ? `not understood: ${failure.message}` : 'not understood';
  } finally {
    await world.close();
  }
}

/**
 * A build that needs both sides at once fails here. For up to five minutes after a deployment, an object may still run the
 * neighboring build's code. After a rollback, it may hold values that the later build has written.
 */
describe.skipIf(isNeighborMissing)('the neighboring build', () => {
  test("has workers that work with this build's objects", async () => {
    expect(await walkWith({ callers: await neighbor() })).toBe('understood');
  });

  test("has objects that work with this build's workers", async () => {
    expect(await walkWith({ objects: await neighbor() })).toBe('understood');
  });
});

/** Everything that a world stores about the fixture's user. */
const storedIn = (world: World, { objects }: Fixture): Promise<Fixture['objects']> =>
  Promise.all(
    objects.map(async (object) => ({
      ...object,
      dump: JSON.parse(JSON.stringify(await storedObject(world, object.class, object.name).dump())),
    })),
  );

/** Lets a browser log in automatically twice, a day apart, in a world that continues from this storage. */
async function logInTwice(from: Fixture, releases: Releases) {
  const world = closedAfterTest(await startWorld({ releases }));
  await restoreWorld(world, from);
  const browser = new BrowserSession(world);
  for (const [name, value] of Object.entries(from.cookies[world.service] ?? {}))
    browser.setCookie(world.service, name, value);
  const isAutomatic: boolean[] = [];
  for (const _ of [1, 2]) {
    isAutomatic.push((await browser.get(authorizeUrl(world))).url.searchParams.has('code'));
    await world.clock.advance(86_400);
  }
  const cookies = { ...from.cookies, [world.service]: Object.fromEntries(browser.cookies(world.service)) };
  const objects = await storedIn(world, from);
  return { isAutomatic, left: { ...from, written: await world.clock.now(), objects, cookies } };
}

test.skipIf(isNeighborMissing)(
  'an automatic login survives an upgrade, a gradual rollback, and another upgrade',
  async () => {
    const [objects, callers] = [await neighbor(), await neighbor()];
    let left = fixture;
    for (const releases of [{}, { objects }, { objects, callers }, { callers }, {}]) {
      const logins = await logInTwice(left, releases);
      expect(logins.isAutomatic).toEqual([true, true]);
      left = logins.left;
    }
  },
  120_000,
);

const tables = 'workers/service/objects/account-tables.ts';
const account = 'workers/service/objects/account.ts';
const consents = 'workers/service/objects/consent-queries.ts';

/** A change that a later build may make: the objects record when a user agreed. */
const oneMoreColumn: Change[] = [
  {
    file: tables,
    from: '\n];\n\nexport type GrantRow',
    to: '\n  `ALTER TABLE consents ADD COLUMN since INTEGER;`,\n];\n\nexport type GrantRow',
  },
  {
    file: consents,
    from: 'INSERT INTO consents (client_id, attributes, agreed, agreement) VALUES (?, ?, ?, ?)',
    to: 'INSERT INTO consents (client_id, attributes, agreed, agreement, since) VALUES (?, ?, ?, ?, unixepoch())',
  },
];

/** A change that no build may make at once: a method of the objects gets another name. */
const otherName: Change[] = [{ file: account, from: '  redeem(', to: '  redeemCode(' }];
const otherNameOfCaller: Change[] = [
  { file: 'workers/service/routes/token/index.ts', from: '.redeem(', to: '.redeemCode(' },
];

describe('the check for a build that needs workers and objects deployed at once', () => {
  test('passes this build with itself', async () => {
    expect(await walkWith({})).toBe('understood');
  });

  test('passes an additional column in the objects', async () => {
    const objects = await changedTree('one-more-column', oneMoreColumn);
    expect(await walkWith({ objects })).toBe('understood');
  });

  test('passes a sign-in of an existing user with an additional column, and after a rollback', async () => {
    const later = closedAfterTest(
      await startWorld({
        releases: { objects: await changedTree('column-for-old-accounts', oneMoreColumn) },
      }),
    );
    await restoreWorld(later, fixture);
    const signInAgain = async (world: World, query: Record<string, string>) =>
      codeOf(await signIn(new BrowserSession(world), world, fixture.person, { query }));
    await signInAgain(later, {});
    await signInAgain(later, { client_id: applications.bank.client_id });
    const objects = await storedIn(later, fixture);
    const { dump } = objects.find(({ class: name }) => name === 'Account') ?? {};
    expect(dump?.rows.consents?.map(({ since }) => since)).toEqual([expect.any(Number), null]);

    const rolledBack = closedAfterTest(await startWorld());
    await restoreWorld(rolledBack, { ...fixture, objects });
    await signInAgain(rolledBack, {});
  }, 120_000);

  test('detects a renamed method in newer objects', async () => {
    const objects = await changedTree('other-name', otherName);
    expect(await walkWith({ objects })).toMatch(/^not understood/);
  });

  test('detects a renamed method in newer workers', async () => {
    const callers = await changedTree('other-name-of-caller', otherNameOfCaller);
    expect(await walkWith({ callers })).toMatch(/^not understood/);
  });
});
