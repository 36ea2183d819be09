import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, overflowing } from '../../test/browser/support/inspect-page.ts';
import { startChromium } from '../../test/support/world/chromium.ts';
import { statusPage } from '../status-page.ts';

let chromium: Browser;
let page: Page;
beforeAll(async () => {
  chromium = await startChromium({});
  page = await (await chromium.newContext({ viewport: { width: 360, height: 740 } })).newPage();
});
afterAll(() => chromium.close());

const building = ['The documentation is being built', '문서를 만들고 있습니다'];
const failed = ['The documentation could not be built', '문서를 만들지 못했습니다'];
const problem = 'docs/README.md: <Dead> link & more';

test.each([
  ['/docs/', undefined, 'en', building],
  ['/docs/ko/', undefined, 'ko', building.toReversed()],
  ['/docs/', problem, 'en', failed],
  ['/docs/ko/start/quickstart', problem, 'ko', failed.toReversed()],
])(
  'the status page of %s with the problem %s starts in %s, and fits 360 px',
  async (path, why, language, titles) => {
    await page.setContent(statusPage(path, why));
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    expect(await page.title()).toBe(titles[0]);
    expect(await page.locator('h1, h2').allInnerTexts()).toEqual(titles);
    expect(await page.locator('pre').allInnerTexts()).toEqual(why === undefined ? [] : [why]);
    expect(await overflowing(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page, 'colour')).toEqual([]);
  },
);
