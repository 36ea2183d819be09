import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { authorizeUrl, flowOf, postForm } from '../support/fixtures/sign-in.ts';
import { inAppBrowsers, otherBrowsers } from '../support/fixtures/user-agents.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({
  overrides: {
    'plid-service-authorize': { vars: { STARTS: 'S-link,K-code', PHONE_APP_LINKS: 'tauthlink:' } },
  },
});
const starts = ({ document }: Shown) =>
  document.querySelectorAll('button[name=start]').map((button) => button.getAttribute('value'));
/** Only a phone has the carrier's app, so another device gets the code. */
const isPhoneAgent = (userAgent: string) => /iPhone|Android/.test(userAgent);
const agents: [string, string, string][] = [
  ...inAppBrowsers.map<[string, string, string]>(([application, system, userAgent]) => [
    `${application ?? 'WebView'}, ${system}`,
    application === undefined ? 'unnamed' : 'named',
    userAgent,
  ]),
  ...otherBrowsers.flatMap<[string, string, string]>(([name, userAgent]) =>
    userAgent === null ? [] : [[name, 'browser', userAgent]],
  ),
];

describe.each(agents)('%s (%s)', (_, kind, userAgent) => {
  const open = () => new BrowserSession(world, { headers: { 'User-Agent': userAgent } });

  test('the service offers a link to the carrier’s app only in a browser to which the app can return', async () => {
    const browser = open();
    const page = await browser.get(authorizeUrl(world));
    const offered = isPhoneAgent(userAgent) ? ['link'].filter(() => kind === 'browser') : ['code'];
    expect(starts(page)).toEqual(offered);
    expect(page.document.querySelector('input[name=phoneNo]')).not.toBeNull();
    if (kind === 'browser') return;
    const fields = { flow: flowOf(page), start: 'link', telcoCd: 'S' };
    const forced = await postForm(browser, '/oauth2/authorize/start', fields, { Origin: world.service });
    expect(forced.status).toBe(400);
  });

  test('the gateway offers the phone’s own browser only in the browser of a known application', async () => {
    const { url, headers } = await open().get(`${world.gateway}/auth/login?return_to=/cart`);
    expect(url.origin).toBe(kind === 'named' ? world.gateway : world.service);
    if (kind === 'named') expect(headers.getSetCookie()).toEqual([]);
  });
});
