import { beforeAll, describe, test } from 'vitest';
import { cases } from '../../../packages/plid-kits/conformance/run.ts';
import type { Target } from '../../../packages/plid-kits/conformance/target.ts';
import { credentialsOf } from '../../support/fixtures/conformance.ts';
import { redirect_uri, registerRelyingParty } from '../../support/fixtures/openid.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { playCase, specificationTarget } from '../support/specification-target.ts';

const world = useWorld({ half: 'service' });
/** Some cases look at the answers of one login, which the target keeps; the last ones end it. */
let target: Target;
beforeAll(async () => {
  const postLogoutRedirectUri = 'http://localhost:3000/bye';
  const relyingParty = await registerRelyingParty(world, {
    post_logout_redirect_uris: [postLogoutRedirectUri],
  });
  const credentials = credentialsOf({ ...relyingParty, redirect_uris: [redirect_uri] });
  target = specificationTarget(world, { relyingParty: { ...credentials, postLogoutRedirectUri } });
});

describe("the specification's conformance case", { shuffle: false }, () => {
  test.each(cases)('$section: $statement', (each) => playCase(target, each));
});
