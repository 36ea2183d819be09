import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isMissingFromShallowClone, treeOfCommit } from '../../test/service/support/source-trees.ts';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import {
  type AddedReviewer,
  addReviewer,
  enterNumber,
  signInReviewer,
} from '../../test/support/fixtures/reviewers.ts';
import { codeOf, people, signIn } from '../../test/support/fixtures/sign-in.ts';
import { administer } from '../../test/support/requests/operator-requests.ts';
import type { Tree } from '../../test/support/world/configurations.ts';
import { type Fixture, restoreWorld, storedObject } from '../../test/support/world/stored-world.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import { type Releases, root } from '../../test/support/world/test-workers.ts';
import { closedAfterTest } from '../../test/support/world/use-world.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';

const { commit } = JSON.parse(
  readFileSync(path.join(root, 'verify/previous-release/release-before.json'), 'utf8'),
);
let bundled: Promise<Tree> | undefined;
const releaseBefore = () => {
  bundled ??= treeOfCommit(commit, 'before-reviewers');
  return bundled;
};

const { client_id } = applications.shop;

/** A world that continues from this storage. */
async function continueFrom(fixture: Fixture, releases: Releases): Promise<World> {
  const world = closedAfterTest(await startWorld({ releases }));
  await restoreWorld(world, fixture);
  return world;
}

/** The storage of a world, in the form from which another world continues. */
async function storageOf(world: World, fixture: Fixture): Promise<Fixture> {
  const objects = await Promise.all(
    fixture.objects.map(async (object) => ({
      ...object,
      dump: JSON.parse(JSON.stringify(await storedObject(world, object.class, object.name).dump())),
    })),
  );
  return { ...fixture, written: await world.clock.now(), objects };
}

describe.skipIf(isMissingFromShallowClone(commit))('a store reviewer', () => {
  const fixture: Fixture = JSON.parse(
    readFileSync(path.join(root, 'verify/previous-release/fixtures/0.2.json'), 'utf8'),
  );
  const signInUser = async (world: World) =>
    codeOf(await signIn(new BrowserSession(world), world, fixture.person, { query: { client_id } }));
  const enter = (world: World, { phoneNo }: AddedReviewer) =>
    enterNumber(world, new BrowserSession(world), client_id, phoneNo);

  test('of an application that release 0.2 registered survives a rollback of the workers, and another upgrade', async () => {
    expect(fixture.objects.map(({ class: name }) => name)).toContain('Application');
    const upgraded = await continueFrom(fixture, {});
    const empty = await administer(upgraded, 'GET', `/${client_id}/reviewers`);
    expect(await empty.json()).toEqual({ reviewers: [] });
    const reviewer = await addReviewer(upgraded, client_id);
    codeOf(await signInReviewer(upgraded, client_id, reviewer));
    await signInUser(upgraded);

    const rolledBack = await continueFrom(await storageOf(upgraded, fixture), {
      callers: await releaseBefore(),
    });
    expect((await enter(rolledBack, reviewer)).status).toBe(400);
    await signInUser(rolledBack);

    const again = await continueFrom(await storageOf(rolledBack, fixture), {});
    codeOf(await signInReviewer(again, client_id, reviewer));
  }, 180_000);

  test('can’t sign in, but every user can, while an object runs the code of release 0.2', async () => {
    const objects = await releaseBefore();
    const world = closedAfterTest(await startWorld({ releases: { objects } }));
    const page = await enterNumber(world, new BrowserSession(world), client_id, '01009123456');
    expect([500, 503]).toContain(page.status);
    codeOf(await signIn(new BrowserSession(world), world, people.hana, { query: { client_id } }));
  }, 180_000);
});
