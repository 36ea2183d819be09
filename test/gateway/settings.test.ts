import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { words } from '../../workers/gateway/answers/gateway-words.ts';
import { bindings } from '../../workers/gateway/shared/gateway-bindings.ts';
import { root } from '../support/world/test-workers.ts';
import { useWorld } from '../support/world/use-world.ts';

const accepts = (name: keyof typeof bindings, value: unknown) => v.safeParse(bindings[name], value).success;

describe('the settings of the gateway', () => {
  test.each([
    ['CLIENT_SECRET', 'a'.repeat(64)],
    ['CLIENT_SECRET', 'Sixteen-or-more!'],
    ['CLIENT_ID', 'demoshop000000000001'],
    ['SERVICE_URL', 'https://login.example.com'],
    ['SERVICE_URL', 'http://localhost:8787'],
    ['TOKEN_PATH', '/api/v2/token'],
    ['SESSION_LIFETIME', '600'],
    ['SERVICE_TIMEOUT', '5'],
    ['STALE_SESSION_LIFETIME', '0'],
    ['RETENTION_DAYS', '30'],
    ['LOCATION_HINT', 'weur'],
    ['APP_LINKS', ''],
    ['APP_LINKS', 'https://app.example.com/in, com.example.app:/in,http://localhost:3000/in'],
    ['PKCE', 'N'],
  ] as const)('%s takes %j', (name, value) => {
    expect(accepts(name, value)).toBe(true);
  });

  test.each([
    ['CLIENT_SECRET', `${'a'.repeat(64)}\n`],
    ['CLIENT_SECRET', ` ${'a'.repeat(64)}`],
    ['CLIENT_SECRET', 'short'],
    ['CLIENT_SECRET', '비밀'.repeat(16)],
    ['CLIENT_SECRET', undefined],
    ['CLIENT_ID', ''],
    ['CLIENT_ID', 'demo:shop'],
    ['CLIENT_ID', 'demoshop000000000001\n'],
    ['SERVICE_URL', 'http://login.example.com'],
    ['SERVICE_URL', 'https://login.example.com/'],
    ['SERVICE_URL', 'https://user@login.example.com'],
    ['GATEWAY_ORIGIN', 'https://shop.example.com/auth'],
    ['TOKEN_PATH', '//evil.example/token'],
    ['TOKEN_PATH', 'https://evil.example/token'],
    ['TOKEN_PATH', '/token?x=y'],
    ['SESSION_LIFETIME', '599'],
    ['SESSION_LIFETIME', '12h'],
    ['SESSION_CACHE_LIFETIME', '59'],
    ['STALE_SESSION_LIFETIME', '-1'],
    ['STALE_SESSION_LIFETIME', ''],
    ['RETENTION_DAYS', '0'],
    ['LOCATION_HINT', 'seoul'],
    ['SERVICE_TIMEOUT', '13'],
    ['APP_LINKS', 'javascript:alert(1)'],
    ['APP_LINKS', 'data:text/html,x'],
    ['APP_LINKS', 'http://app.example.com/in'],
    ['APP_LINKS', 'https://user@app.example.com/in'],
    ['APP_LINKS', 'https://app.example.com/in#top'],
    ['APP_LINKS', '/in'],
    ['APP_LINKS', `https://app.example.com/${'x'.repeat(128)}`],
    ['PKCE', 'yes'],
  ] as const)('%s refuses %j', (name, value) => {
    expect(accepts(name, value)).toBe(false);
  });

  test('a SERVICE_URL with a path is refused, and the message says where the path goes', () => {
    const { issues } = v.safeParse(bindings.SERVICE_URL, 'https://login.example.com/plid');
    expect(issues).toHaveLength(1);
    for (const setting of ['AUTHORIZE_PATH', 'TOKEN_PATH', 'USER_PATH', 'DISCONNECT_PATH']) {
      expect(issues?.[0].message).toContain(setting);
    }
  });

  test('what is not set is as the specification and the design have it', () => {
    const standard = (name: keyof typeof bindings) => v.parse(bindings[name], undefined);
    expect(standard('AUTHORIZE_PATH')).toBe('/oauth2/authorize');
    expect(standard('TOKEN_PATH')).toBe('/oauth2/token');
    expect(standard('USER_PATH')).toBe('/v1/user/me');
    expect(standard('DISCONNECT_PATH')).toBe('/v1/user/disconnect');
    expect(standard('SESSION_LIFETIME')).toBe(43_200);
    expect(standard('SESSION_CACHE_LIFETIME')).toBe(900);
    expect(standard('STALE_SESSION_LIFETIME')).toBe(3_600);
    expect(standard('RETENTION_DAYS')).toBe(365);
    expect(standard('LOCATION_HINT')).toBe('apac-ne');
    expect(standard('SERVICE_TIMEOUT')).toBe(10);
    expect(standard('APP_LINKS')).toEqual([]);
    expect(standard('PKCE')).toBe('Y');
  });
});

describe('docs/gateway.md', () => {
  const guide = readFileSync(path.join(root, 'docs/gateway.md'), 'utf8');

  test.each(Object.keys(words.en.failures))('tells when the reason is %s', (reason) => {
    const common = ['unavailable', 'internal', 'missing_item', 'invalid_item'];
    if (!common.includes(reason)) expect(guide).toContain(`\`${reason}\``);
  });
});

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
      const answer = await world.fetch(`${world.gateway}${route}`, { headers: { Accept: 'text/html' } });
      expect(answer.status).toBe(500);
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({
        error: 'server_error',
        message: expect.stringContaining(setting),
      });
      expect(text + world.logs()).not.toContain('5ec2e7');
    },
  );
});
