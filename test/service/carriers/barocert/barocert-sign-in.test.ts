import { describe, expect, test } from 'vitest';
import { unmatchedBrowserAge } from '../../../../workers/service/settings/service-lifetimes.ts';
import { BrowserSession, type Shown } from '../../../support/fixtures/browser-session.ts';
import { approveOn, newSubscriber } from '../../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, signIn } from '../../../support/fixtures/sign-in.ts';
import { latestRequest, requestsOf } from '../../../support/requests/sandbox-requests.ts';
import { useBarocertWorld } from '../../support/barocert-world.ts';

const world = useBarocertWorld();
const english = { 'Accept-Language': 'en' };
const hasAutomaticLogin = async (browser: BrowserSession) =>
  (await browser.get(authorizeUrl(world))).status === 302;
const digitsOn = ({ document }: Shown) => document.querySelector('.match')?.textContent?.trim();

describe('a sign-in through Barocert', () => {
  test('shows the same two digits on the page and in the message, and ends with a code', async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world, { headers: english });
    const waiting = await browser.submit(await browser.get(authorizeUrl(world)), person);
    expect(waiting.text).toContain('Approve only if the app shows this number');
    const { message } = await latestRequest(world, person.phoneNo);
    expect(message?.text).toContain(`Approve only if the sign-in page shows ${digitsOn(waiting)}.`);
    expect(message?.text).toContain('Demo Shop (');
    await approveOn(world, person.phoneNo);
    await world.clock.advance(1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const consent = await browser.get(waiting.url);
    expect(consent.url.pathname).toBe('/oauth2/authorize/consent');
    codeOf(await browser.submit(consent));
    expect(await requestsOf(world, person.phoneNo)).toHaveLength(1);
  });

  test('that a relay has started gives it no automatic login on that day, however often the victim approves', async () => {
    const victim = await newSubscriber(world, 'approves');
    const relay = new BrowserSession(world, { headers: english });
    for (const _ of ['first', 'second']) {
      codeOf(await signIn(relay, world, victim, { autoLogin: true }));
      const { message } = await latestRequest(world, victim.phoneNo);
      expect(message?.text).toContain('자동 로그인을 켜지 않습니다.');
      expect(await hasAutomaticLogin(relay)).toBe(false);
    }
    await world.clock.advance(unmatchedBrowserAge);
    codeOf(await signIn(relay, world, victim, { autoLogin: true }));
    expect((await latestRequest(world, victim.phoneNo)).message?.text).toContain('자동으로 로그인합니다.');
    expect(await hasAutomaticLogin(relay)).toBe(true);
  });
});
