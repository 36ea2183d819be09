import { describe, expect, test } from 'vitest';
import { inAppBrowsers, otherBrowsers, userAgentOf } from '../../../support/fixtures/user-agents.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';

const world = useGatewayWorld();
const loginUrl = (query = '') => `${world.gateway}/auth/login${query}`;
const visitorIn = (userAgent: string) => new Visitor(world, { 'User-Agent': userAgent });
const query = '?return_to=/cart%3Fa%3D1&required=Y&ui_locales=ko';
const inThisBrowser = 'return_to=%2Fcart%3Fa%3D1&required=Y&ui_locales=ko&browser=current';

/** The links of the page, and whether it has set a cookie. */
async function open(userAgent: string, address = loginUrl(query)) {
  const page = await visitorIn(userAgent).get(address);
  const links = page.document.querySelectorAll('.actions a').map((link) => link.getAttribute('href') ?? '');
  return { page, links, cookies: page.headers.getSetCookie() };
}

describe('a login in the browser of an application', () => {
  const named = inAppBrowsers.flatMap(([application, system, userAgent]) =>
    application === undefined ? [] : [[application, system, userAgent] as const],
  );

  test.each(named)(
    'offers the phone’s own browser before any cookie: %s, %s',
    async (application, system, userAgent) => {
      const { page, links, cookies } = await open(userAgent);
      expect([page.status, page.url.pathname, cookies]).toEqual([200, '/auth/login', []]);
      const { host } = new URL(world.gateway);
      const login = `${host}/auth/login?${inThisBrowser}`;
      const external =
        application === 'KakaoTalk'
          ? `kakaotalk://web/openExternal?url=${encodeURIComponent(`https://${login}`)}`
          : application === 'LINE'
            ? `https://${login}&openExternalBrowser=1`
            : `intent://${login}#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=${encodeURIComponent(`https://${login}`)};end`;
      const hasLink = system === 'Android' || ['KakaoTalk', 'LINE'].includes(application);
      expect(links).toEqual([...(hasLink ? [external] : []), `/auth/login?${inThisBrowser}`]);
    },
  );

  test('continues here without another question, and with all parameters', async () => {
    for (const [, , userAgent] of inAppBrowsers) {
      const { page, cookies } = await open(userAgent, loginUrl(`?${inThisBrowser}`));
      expect(page.url.origin).toBe(world.standIn.url);
      expect(page.url.searchParams.get('ui_locales')).toBe('ko');
      expect(cookies).toHaveLength(1);
    }
  });

  test('is in the language of the link', async () => {
    const titles: string[] = [];
    for (const language of ['ko', 'en'])
      titles.push(
        (
          await open(userAgentOf('Instagram', 'iOS'), loginUrl(`?ui_locales=${language}`))
        ).page.document.querySelector('h1')?.text ?? '',
      );
    expect(titles).toEqual(['기본 브라우저에서 로그인할까요?', 'Sign in with your own browser?']);
  });

  test('checks the address to return to first', async () => {
    const { page, links } = await open(
      userAgentOf('KakaoTalk', 'iOS'),
      loginUrl('?return_to=//evil.example'),
    );
    expect([page.status, links.join()]).toEqual([400, expect.not.stringContaining('evil')]);
  });
});

describe('nothing is offered', () => {
  const goesOn = async (userAgent: string, address = loginUrl()) =>
    expect((await open(userAgent, address)).page.url.origin).toBe(world.standIn.url);

  test.each(otherBrowsers.flatMap(([name, userAgent]) => (userAgent === null ? [] : [[name, userAgent]])))(
    'in %s',
    async (_, userAgent) => goesOn(userAgent ?? ''),
  );

  test.each(inAppBrowsers.filter(([application]) => application === undefined))(
    'in a WebView without a name, which may be the application’s own: %s %s',
    async (_, __, userAgent) => goesOn(userAgent),
  );

  test.each(['?isHybrid=Y', '?prompt=none'])('with %s', (parameters) =>
    goesOn(userAgentOf('KakaoTalk', 'Android'), loginUrl(parameters)),
  );

  test('to a program, or to an app that starts its own sign-in', async () => {
    const headers = { 'User-Agent': userAgentOf('KakaoTalk', 'Android') };
    const answer = await world.fetch(loginUrl(), { headers: { ...headers, Accept: 'application/json' } });
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      302,
      expect.stringContaining(world.standIn.url),
    ]);
    const started = await world.fetch(loginUrl(), {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', isHybrid: 'Y' }),
    });
    expect(await started.json()).toHaveProperty('authorize_url');
  });
});
