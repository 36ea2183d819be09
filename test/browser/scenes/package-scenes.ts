import type { Page } from 'playwright-core';
import { PlidRefusal } from '../../../packages/plid/client/errors.ts';
import { type FailureCircumstances, failedSignIn } from '../../../packages/plid/web/failed-sign-in.ts';
import { failureAnswer } from '../../../packages/plid/web/failure-page.ts';
import type { World } from '../../support/world/world.ts';
import type { Scene } from './scene.ts';

/** Opens the page for a failed sign-in of `plid/web` and `plid/express`, as a website sends it. */
async function openFailure(
  page: Page,
  world: World,
  error: PlidRefusal,
  circumstances: FailureCircumstances = {},
): Promise<void> {
  const website = `${world.gateway}/website`;
  const retry = `${website}/login`;
  await page.route(`${website}/**`, async (route) => {
    const request = new Request(route.request().url(), { headers: await route.request().allHeaders() });
    const outcome = failedSignIn(error, `${website}/orders`, { retry, ...circumstances });
    const answer = failureAnswer(outcome, request);
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    });
  });
  await page.goto(`${website}/callback?plid_sign_in=AbCdEfGhIjK`);
}

const refused = (plidReason: string) => new PlidRefusal('sent_back', 'access_denied', '', { plidReason });

/** Pages of a website with the package. */
export const packageScenes: Scene[] = [
  {
    name: 'a website whose sign-in needs an app first',
    shows: 'main > svg ~ small',
    open: (page, world) => openFailure(page, world, refused('unregistered')),
  },
  {
    name: 'a website for which the user is too young',
    shows: 'main > h1',
    open: (page, world) => openFailure(page, world, refused('underage'), { required: true }),
  },
  {
    name: 'a website whose sign-in was started in another browser',
    shows: 'main > h1',
    open: (page, world) =>
      openFailure(page, world, new PlidRefusal('state_mismatch', 'invalid_state', ''), { isForeign: true }),
  },
];
