import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { randomBytes, sha256Base64url, toBase64url } from '../../workers/core/crypto/bytes.ts';
import { agreeIfAsked, signedInUser, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { askSandbox, latestRequest } from '../support/requests/sandbox-requests.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const android =
  'Mozilla/5.0 (Linux; Android 14; SM-A155N Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Version/4.0 Chrome/147.0.0.0 Mobile Safari/537.36';
const webViews = {
  Android: android,
  iOS: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  KakaoTalk: `${android};KAKAOTALK 2410850`,
  NAVER: `${android} NAVER(inapp; search; 1110; 12.8.0)`,
};

const world = useBrowserWorld();

describe.each(Object.entries(webViews))('isHybrid=Y in a WebView of %s', (_, userAgent) => {
  let context: BrowserContext;
  /** Everything that leaves the only page of a WebView: windows, and addresses that are not https. */
  let escapes: string[];

  async function openWebView(): Promise<Page> {
    const viewport = { width: 320, height: 568 };
    context = await world.open({ userAgent, viewport, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    escapes = [];
    context.on('page', (opened) => escapes.push(`window ${opened.url()}`));
    context.on('request', (request) => {
      if (!request.url().startsWith('https:')) escapes.push(request.url());
    });
    await page.addInitScript(() => {
      window.open = () => {
        throw new Error('A WebView opens no window');
      };
    });
    return page;
  }

  /** Controls that could lead out of the WebView. */
  const waysOut = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('a, form, base, area')]
        .filter((element) => {
          const address = element.getAttribute('href') ?? element.getAttribute('action') ?? '';
          return element.hasAttribute('target') || new URL(address, location.href).protocol !== 'https:';
        })
        .map(({ outerHTML }) => outerHTML),
    );

  afterEach(async () => {
    await context.close();
    expect(escapes).toEqual([]);
  });

  async function approveOnPhone(): Promise<void> {
    const { id, match } = await latestRequest(world, people.daegi.phoneNo);
    await askSandbox(world, 'POST', `/requests/${id}/approve`, { match });
  }

  test('completes the sign-in in one window without help of the native app', async () => {
    const page = await openWebView();
    await world.clock.advance(10);
    const found: string[] = [];
    await startLogin(page, world, '&isHybrid=Y');
    found.push(...(await waysOut(page)));
    await submitSignIn(page, people.daegi);
    await page.waitForSelector('.match');
    found.push(...(await waysOut(page)));
    await approveOnPhone();
    await page.waitForURL(/consent|session/);
    found.push(...(await waysOut(page)));
    await agreeIfAsked(page);
    expect(await signedInUser(page, world)).toMatchObject({ name: '박대기' });
    expect(found).toEqual([]);
  });

  test('lets an application without a server take the code from its WebView to its session', async () => {
    const page = await openWebView();
    const code_verifier = toBase64url(randomBytes(32));
    const code_challenge = await sha256Base64url(code_verifier);
    const start = { code_challenge, code_challenge_method: 'S256', isHybrid: 'Y' };
    const { authorize_url } = (await (await askGateway('/auth/login', start)).json()) as Record<
      string,
      string
    >;
    await page.goto(authorize_url ?? '');
    await submitSignIn(page, people.hana);
    await agreeIfAsked(page);
    await page.waitForURL(`${world.gateway}/auth/callback?**`);

    const { code, state } = Object.fromEntries(new URL(page.url()).searchParams);
    const session = await askGateway('/auth/session', { code, state, code_verifier });
    expect(await session.json()).toMatchObject({ user: { name: '김하나' } });
  });
});

const askGateway = (path: string, body: object) =>
  world.fetch(`${world.gateway}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
