import { describe, expect, test } from 'vitest';
import { useWorld } from '../support/world/use-world.ts';

describe('a worker whose settings are wrong', () => {
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
  ])(
    '$route refuses to serve, and says that it is $setting, without its value',
    async ({ route, setting }) => {
      const answer = await world.fetch(`${world.gateway}${route}`);
      expect(answer.status).toBe(500);
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({
        error: 'server_error',
        message: expect.stringContaining(setting),
      });
      expect(text + world.logs()).not.toContain('5ec2e7');
    },
  );

  test('tells a person that there is trouble, not with which setting', async () => {
    const answer = await world.fetch(`${world.gateway}/auth/login`, { headers: { Accept: 'text/html' } });
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).toContain('<h1>Sign-in is not possible right now</h1>');
    expect(text).not.toContain('GATEWAY_ORIGIN');
  });
});
