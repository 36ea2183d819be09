import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Change,
  changedTree,
  isMissingFromShallowClone,
  treeOfCommit,
} from '../../test/service/support/source-trees.ts';
import type { Dump } from '../../test/support/assertions/inspect-storage.ts';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { signInCompletely } from '../../test/support/fixtures/complete-sign-in-walk.ts';
import { authorizeUrl, codeOf, signIn } from '../../test/support/fixtures/sign-in.ts';
import { consentTerms } from '../../test/support/requests/operator-requests.ts';
import type { Tree } from '../../test/support/world/configurations.ts';
import { type Fixture, restoreWorld, storedObject } from '../../test/support/world/stored-world.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import { type Releases, root } from '../../test/support/world/test-workers.ts';
import { closedAfterTest } from '../../test/support/world/use-world.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';

const { commit } = JSON.parse(
  readFileSync(path.join(root, 'verify/previous-release/release-before.json'), 'utf8'),
);

/** The results of a walk through every call of workers to objects, with workers and objects of different releases. */
async function walkWith(releases: Releases, described: object = {}): Promise<string> {
  const world = await startWorld({ releases });
  try {
    await signInCompletely(world, described);
    return 'understood';
  } catch (failure) {
    return failure instanceof Error ? `not understood: ${failure.message}` : 'not understood';
  } finally {
    await world.close();
  }
}

/** Release 0.2 has no terms of an application and no addresses that need a confirmation, and refuses both. */
const withoutTerms = {
  ...Object.fromEntries(Object.keys(consentTerms).map((name) => [name, undefined])),
  allow_loopback: undefined,
};

let bundled: Promise<Tree> | undefined;
const releaseBefore = () => {
  bundled ??= treeOfCommit(commit);
  return bundled;
};

/**
 * A release that needs both sides at once fails here. For up to five minutes after a deployment an object may still run the
 * previous release's code, and after a roll-back it may hold values that the later release has written.
 */
describe.skipIf(isMissingFromShallowClone(commit))('the previous release', () => {
  test("has workers that work with this release's objects", async () => {
    expect(await walkWith({ callers: await releaseBefore() }, withoutTerms)).toBe('understood');
  });

  test("has objects that work with this release's workers", async () => {
    expect(await walkWith({ objects: await releaseBefore() })).toBe('understood');
  });
});

const tables = 'workers/service/objects/account-tables.ts';
const account = 'workers/service/objects/account.ts';
const consents = 'workers/service/objects/consent-queries.ts';
const rows = 'workers/service/objects/account-queries.ts';

/**
 * The fate of an automatic login in a roll-back and the next upgrade. Each world goes on from the storage of the one before, the clock included; the browser has
 * the same cookies throughout.
 */
describe.skipIf(isMissingFromShallowClone(commit))('an automatic login', () => {
  const fixture: Fixture = JSON.parse(
    readFileSync(path.join(root, 'verify/previous-release/fixtures/0.2.json'), 'utf8'),
  );
  const cookie = `__Host-plid-device-${applications.shop.client_id}`;

  /** Its objects cannot be looked into: these are ours, as they were before. */
  const before = async () => ({
    callers: await releaseBefore(),
    objects: await changedTree('without-generations', [
      { file: rows, from: 'SELECT generation, former, renewed, ', to: 'SELECT ' },
      { file: account, from: 'generation === undefined ? stored', to: 'generation !== null ? stored' },
      { file: account, from: 'return generation === undefined', to: 'return generation !== null' },
    ]),
  });

  /** A release that goes on from this storage, and lets the browser log in twice, a day apart. */
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
    const objects = await Promise.all(
      from.objects.map(async (object) => ({
        ...object,
        dump: JSON.parse(JSON.stringify(await storedObject(world, object.class, object.name).dump())),
      })),
    );
    const cookies = { ...from.cookies, [world.service]: Object.fromEntries(browser.cookies(world.service)) };
    return { isAutomatic, left: { ...from, written: await world.clock.now(), objects, cookies } };
  }

  test('from release 0.2 survives an upgrade, a gradual rollback, and another upgrade, without a copy alarm', async () => {
    const { callers, objects } = await before();
    let left = fixture;
    const kept: (string | undefined)[] = [];
    for (const releases of [{}, { objects }, { objects, callers }, { callers }, {}]) {
      const logins = await logInTwice(left, releases);
      expect(logins.isAutomatic).toEqual([true, true]);
      left = logins.left;
      kept.push(Object.values(left.cookies).flatMap((jar) => jar[cookie] ?? [])[0]);
    }
    const [upgraded, , , rolledBack, again] = kept;
    expect(rolledBack).toBe(upgraded);
    expect(again).not.toBe(upgraded);
  }, 120_000);
});

/** A change that a later release may make: the objects record when a person agreed. */
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

/** A change that no release may make at once: a method of the objects gets another name. */
const otherName: Change[] = [{ file: account, from: '  redeem(', to: '  redeemCode(' }];
const otherNameOfCaller: Change[] = [
  { file: 'workers/service/token/index.ts', from: '.redeem(', to: '.redeemCode(' },
];

describe('the check for a release that needs workers and objects deployed at once', () => {
  test('passes this release with itself', async () => {
    expect(await walkWith({})).toBe('understood');
  });

  test('passes an additional column in the objects', async () => {
    const objects = await changedTree('one-more-column', oneMoreColumn);
    expect(await walkWith({ objects })).toBe('understood');
  });

  test('passes a sign-in of an existing user with an additional column, and after a rollback', async () => {
    const fixture: Fixture = JSON.parse(
      readFileSync(path.join(root, 'verify/previous-release/fixtures/0.2.json'), 'utf8'),
    );
    const account = fixture.objects.find(({ class: name }) => name === 'Account');
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
    const dump: Dump = JSON.parse(
      JSON.stringify(await storedObject(later, 'Account', account?.name ?? '').dump()),
    );
    expect(dump.rows.consents?.map(({ since }) => since)).toEqual([expect.any(Number), null]);

    const rolledBack = closedAfterTest(await startWorld());
    const objects = fixture.objects.map((object) =>
      object.class === 'Account' ? { ...object, dump } : object,
    );
    await restoreWorld(rolledBack, { ...fixture, objects });
    await signInAgain(rolledBack, {});
  });

  test('detects a renamed method in newer objects', async () => {
    const objects = await changedTree('other-name', otherName);
    expect(await walkWith({ objects })).toMatch(/^not understood/);
  });

  test('detects a renamed method in newer workers', async () => {
    const callers = await changedTree('other-name-of-caller', otherNameOfCaller);
    expect(await walkWith({ callers })).toMatch(/^not understood/);
  });
});
