import { beforeAll, expect, test } from 'vitest';
import {
  describeConformance,
  type Report,
  runConformance,
  signInBy,
} from '../../../packages/plid-kits/conformance/index.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { failuresOf } from '../../support/fixtures/conformance.ts';
import { books, issuerOf } from '../../support/fixtures/gateway-openid.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import type { Person } from '../../support/fixtures/sign-in.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld();
let person: Person;
let report: Report;

/** The user signs in through the gateway, at the service, with a new browser. */
const signIn = signInBy(true, async ({ address }) => {
  const browser = new BrowserSession(world);
  let shown = await browser.get(address);
  for (let step = 0; step < 5 && shown.url.origin === world.service; step += 1) {
    await world.clock.advance(4);
    const isWaiting = shown.url.pathname.endsWith('/wait');
    shown = isWaiting ? await browser.get(shown.url) : await browser.submit(shown, { ...person });
  }
  const cookies = [...browser.cookies(world.gateway)].map(([name, value]) => `${name}=${value}`).join('; ');
  return { callback: shown.url.href, cookies };
});

beforeAll(async () => {
  person = await newSubscriber(world);
  const { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri } = books;
  const application = { clientId, clientSecret, redirectUri };
  const { post_logout_redirect_uri: postLogoutRedirectUri } = books;
  report = await runConformance({
    ...{ url: world.gateway, ...application, signIn },
    relyingParty: { ...application, issuer: issuerOf(world), postLogoutRedirectUri },
  });
}, 60_000);

test('the gateway passes every module of the suite, including those with a session', () => {
  expect(failuresOf(report)).toEqual([]);
  expect(report.skipped).toBe(0);
  const played = report.modules.filter(({ outcome }) => outcome === 'passed').map(({ module }) => module);
  expect(played).toEqual(
    expect.arrayContaining([
      'oidcc-prompt-none-logged-in',
      'oidcc-id-token-hint',
      'oidcc-max-age-10000',
      'oidcc-userinfo-post-body',
      'oidcc-rp-initiated-logout',
      'oidcc-rp-initiated-logout-only-state',
    ]),
  );
});

test('the report lists each module once per plan, and explains each skipped one', () => {
  const names = report.modules.map(({ plan, module }) => `${plan} ${module}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(40);
  const unplayed = report.modules.filter(({ outcome }) => outcome === 'not played');
  expect(unplayed.length).toBeGreaterThan(5);
  for (const { module, explanation } of unplayed) expect(explanation, module).toMatch(/^\S.*\.$/);
  const text = describeConformance(report);
  for (const { module, explanation = '' } of report.modules) {
    expect(text).toContain(` ${module}\n`);
    expect(text).toContain(explanation);
  }
});
