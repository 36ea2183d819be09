import type { Page } from 'playwright-core';
import { submitSignIn } from '../../support/fixtures/browser-steps.ts';
import { type AddedReviewer, registerWithReviewer } from '../../support/fixtures/reviewers.ts';
import { authorizeUrl } from '../../support/fixtures/sign-in.ts';
import type { World } from '../../support/world/world.ts';
import type { Scene } from './scene.ts';

/** Enters the number of a store reviewer, at an application of its own. */
async function enterNumber(page: Page, world: World): Promise<AddedReviewer> {
  const { application, reviewer } = await registerWithReviewer(world);
  await page.goto(authorizeUrl(world, { client_id: application.client_id }));
  await submitSignIn(page, { name: 'APP REVIEW', phoneNo: reviewer.phoneNo, telcoCd: 'S' });
  await page.waitForSelector('#code');
  return reviewer;
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.fill('#code', code);
  const answered = page.waitForResponse((response) => response.url().endsWith('/review'));
  await page.click('form[action$="/review"] button');
  await answered;
}

export const reviewScenes: Scene[] = [
  { name: 'the code of a store reviewer', shows: '#code', open: enterNumber },
  {
    name: 'the code of a store reviewer, a wrong one',
    shows: '#code-error',
    async open(page, world) {
      await enterNumber(page, world);
      await enterCode(page, 'WRNG-WRNG-WRNG');
    },
  },
  {
    name: 'the code of a store reviewer, too many wrong ones',
    shows: '#code-error',
    async open(page, world) {
      // Wrong codes count for a network, which loopback has none of.
      await page.setExtraHTTPHeaders({ 'CF-Connecting-IP': '203.0.113.9' });
      await enterNumber(page, world);
      for (let attempt = 0; attempt < 11; attempt += 1) {
        await enterCode(page, 'WRNG-WRNG-WRNG');
        await page.waitForSelector('#code-error');
      }
    },
  },
  {
    name: 'the consent of a store reviewer',
    shows: 'button[form=consent]',
    async open(page, world) {
      const { code } = await enterNumber(page, world);
      await enterCode(page, code);
    },
  },
];
