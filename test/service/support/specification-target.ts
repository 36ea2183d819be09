import { expect } from 'vitest';
import type { Case } from '../../../packages/plid-kits/conformance/case.ts';
import { signInAtSandbox } from '../../../packages/plid-kits/conformance/index.ts';
import { approvingPhoneNumber } from '../../../packages/plid-kits/conformance/sandbox-target.ts';
import { Target, type TargetOptions } from '../../../packages/plid-kits/conformance/target.ts';
import { credentialsOf } from '../../support/fixtures/conformance.ts';
import type { World } from '../../support/world/world.ts';

/** Plays a case, which must lack nothing that it needs. */
export async function playCase(target: Target, { needs = [], run }: Case): Promise<void> {
  const lacking = await Promise.all([needs].flat().map((need) => target.lacks(need)));
  expect(lacking.filter((reason) => reason !== undefined)).toEqual([]);
  await run(target);
  expect(await target.endCase()).toEqual([]);
}

/** The service of a world for the cases of the conformance suite, with two applications and a user. */
export function specificationTarget(world: World, more: Pick<TargetOptions, 'relyingParty'> = {}): Target {
  const [application, other] = Object.values(world.applications).map((registered) =>
    credentialsOf({ ...registered, redirect_uris: [registered.redirect_uri] }),
  );
  if (application === undefined) throw new Error('This world has no application');
  const signIn = signInAtSandbox(world.sandbox, approvingPhoneNumber);
  return new Target({ ...application, other, ...more, url: world.service, signIn });
}
