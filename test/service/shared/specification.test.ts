import { beforeAll, describe, expect, test } from 'vitest';
import { signInAtSandbox } from '../../../packages/plid/conformance/index.ts';
import { cases } from '../../../packages/plid/conformance/run.ts';
import { approvingPhoneNumber } from '../../../packages/plid/conformance/sandbox-target.ts';
import { Target } from '../../../packages/plid/conformance/target.ts';
import { credentialsOf } from '../../support/fixtures/conformance.ts';
import { redirect_uri, registerRelyingParty } from '../../support/fixtures/openid.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
/** Some cases look at the answers of one login, which the target keeps; the last ones end it. */
let target: Target;
beforeAll(async () => {
  const [application, other] = Object.values(world.applications).map((application) =>
    credentialsOf({ ...application, redirect_uris: [application.redirect_uri] }),
  );
  if (application === undefined) throw new Error('This world has no application');
  const postLogoutRedirectUri = 'http://localhost:3000/bye';
  const relyingParty = await registerRelyingParty(world, {
    post_logout_redirect_uris: [postLogoutRedirectUri],
  });
  target = new Target({
    ...application,
    other,
    relyingParty: {
      ...credentialsOf({ ...relyingParty, redirect_uris: [redirect_uri] }),
      postLogoutRedirectUri,
    },
    url: world.service,
    signIn: signInAtSandbox(world.sandbox, approvingPhoneNumber),
  });
});

describe("the specification's conformance case", { shuffle: false }, () => {
  test.each(cases)('$section: $statement', async ({ needs = [], run }) => {
    const lacking = await Promise.all([needs].flat().map((need) => target.lacks(need)));
    expect(lacking.filter((reason) => reason !== undefined)).toEqual([]);
    await run(target);
    expect(await target.endCase()).toEqual([]);
  });
});
