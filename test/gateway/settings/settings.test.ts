import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { useWorld } from '../../support/world/use-world.ts';

describe('a gateway worker with invalid settings', () => {
  const CLIENT_SECRET = `${'5ec2e7'.repeat(10)}\n`;
  const world = useWorld({
    half: 'gateway',
    overrides: {
      'plid-gateway-user': { secrets: { CLIENT_SECRET } },
      'plid-gateway-login': { vars: { GATEWAY_ORIGIN: '' } },
    },
  });

  test.each([
    { route: '/auth/user', setting: 'CLIENT_SECRET' },
    { route: '/auth/login', setting: 'GATEWAY_ORIGIN' },
  ])('$route fails and reports that it is $setting, without the value', async ({ route, setting }) => {
    const answer = await world.fetch(`${world.gateway}${route}`);
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      error: 'server_error',
      message: expect.stringContaining(setting),
    });
    expect(text + world.logs()).not.toContain('5ec2e7');
  });

  test('informs users about a problem, without the setting', async () => {
    const answer = await world.fetch(`${world.gateway}/auth/login`, { headers: { Accept: 'text/html' } });
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).toContain('<h1>Sign-in is not possible right now</h1>');
    expect(text).not.toContain('GATEWAY_ORIGIN');
  });
});

describe('a gateway with application settings', () => {
  const vars = {
    APP_NAME: '꽃집',
    APP_LOGO: `data:image/webp;base64,${btoa('a flower')}`,
    ACCENT_COLOR: '#5b2bd9',
    PRIVACY_URL: 'https://flowers.example/privacy',
    SUPPORT_URL: 'https://flowers.example/help',
  };
  const shown = ['login', 'callback', 'logout', 'disconnect', 'guard'] as const;
  const overrides = Object.fromEntries(shown.map((name) => [`plid-gateway-${name}`, { vars }]));
  const world = useWorld({ half: 'gateway', overrides });

  test.each([
    '/auth/login?return_to=//elsewhere.example',
    '/auth/callback?state=1&code=1',
    '/auth/logout',
    '/auth/disconnect',
  ])("shows the application's name, logo, color, and links (%s)", async (path) => {
    const browser = new BrowserSession(world, { headers: { 'Accept-Language': 'ko' } });
    const { document, text } = await browser.get(`${world.gateway}${path}`);
    const [brand, language] = document.querySelectorAll('.bar > *');
    expect([brand?.text, language?.text]).toEqual(['꽃집', 'English']);
    expect(brand?.querySelector('img')?.getAttribute('src')).toBe(vars.APP_LOGO);
    expect(text).toContain('--accent: #5b2bd9;');
    const links = document.querySelectorAll('.foot a').map((link) => [link.getAttribute('href'), link.text]);
    expect(links).toEqual([
      [vars.PRIVACY_URL, '개인정보 처리방침'],
      [vars.SUPPORT_URL, '고객센터'],
    ]);
  });
});
