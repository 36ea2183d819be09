import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { cookiePrefix } from '../../workers/core/http/cookies.ts';
import { gatewayCookiePattern } from '../../workers/gateway/application/application-cookies.ts';
import { originOf, useProjects } from '../gateway/support/single-worker-world.ts';
import { startApplication } from '../support/fakes/application-stand-in.ts';
import {
  applicationCookies,
  gatewayCookieNames,
  gatewayCookieSpellings,
} from '../support/fixtures/gateway-cookie-names.ts';
import { startGatewayWorld } from '../support/world/gateway-world.ts';
import { root } from '../support/world/test-workers.ts';
import { useStarted } from '../support/world/use-world.ts';

const own = applicationCookies.join('; ');
/** A request in which the gateway's cookies come before, between, and behind the application's. */
const mixed = (gateway: readonly string[]) =>
  [...gateway, ...applicationCookies, ...gateway].map((cookie) =>
    cookie.includes('=', 1) ? cookie : `${cookie}=secret`,
  );

/** Sends each spelling by itself and all at once. @param send returns the cookies that the application receives. */
async function expectRemoved(send: (cookie: string) => Promise<string | undefined>): Promise<void> {
  for (const spelling of gatewayCookieSpellings)
    expect(await send(mixed([spelling]).join('; ')), spelling).toBe(own);
  expect(await send(mixed(gatewayCookieSpellings).join('; '))).toBe(own);
}

describe('the gateway’s cookies', () => {
  test('are five, in six spellings each, and no other file names one', () => {
    expect(gatewayCookieNames).toHaveLength(5);
    expect(gatewayCookieSpellings).toHaveLength(30);
    const folder = path.join(root, 'workers/gateway');
    const naming = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && /'plid-/.test(readFileSync(path.join(folder, file), 'utf8')),
    );
    expect(naming).toEqual([path.join('settings', 'gateway-cookie-names.ts')]);
  });
});

describe('the guard of the split gateway', () => {
  let application: Awaited<ReturnType<typeof startApplication>>;
  const world = useStarted(async () => {
    application = await startApplication(() => new Response('from the application'));
    return startGatewayWorld({ vars: { APPLICATION_URL: application.url, PUBLIC_PATHS: '/open' } });
  });
  afterAll(() => application?.close());
  beforeEach(() => void application.received.splice(0));

  test('removes every cookie of the gateway', async () => {
    await expectRemoved(async (Cookie) => {
      await world.fetch(`${world.gateway}/open`, { headers: { Cookie } });
      return application.received.pop()?.headers.cookie;
    });
  });
});

describe('the single Worker', () => {
  const world = useProjects({ kiosk: {} });

  test('removes every cookie of the gateway', async () => {
    await expectRemoved(async (Cookie) => {
      const answer = await world.fetch(`${originOf('kiosk')}/open`, { headers: { Cookie } });
      return ((await answer.json()) as { headers: Record<string, string> }).headers.cookie;
    });
  });
});

describe('the proxies’ examples', () => {
  const folder = path.join(root, 'docs/examples/forward-auth');
  const inLua = `if name:sub(1, ${cookiePrefix.length}) ~= "${cookiePrefix}" then`;
  const rules: Record<string, string> = {
    'nginx.conf': `"~*(?(DEFINE)(?<gateway>${gatewayCookiePattern}[^;]*`,
    Caddyfile: `"(?i)(?:^|;)${gatewayCookiePattern}[^;]*()"`,
    'apache.conf': `"(?i)(?:^|[;,])${gatewayCookiePattern}[^;,]*" ""`,
    'plid-verify.lua': inLua,
    'envoy.yaml': inLua,
    'traefik.yaml': 'Cookie: ""',
  };

  test.each(Object.entries(rules))('%s removes cookies by the same prefix as the guard', (file, rule) => {
    expect(readFileSync(path.join(folder, file), 'utf8')).toContain(rule);
  });

  test('are of six proxies, each of which removes cookies', () => {
    const others = ['README.md', 'haproxy.cfg', 'plid-verify-apache.lua'];
    expect(readdirSync(folder).sort()).toEqual([...Object.keys(rules), ...others].sort());
    expect(Object.keys(rules)).toHaveLength(6);
  });

  test('of HAProxy and Envoy contain the same function', () => {
    const functionIn = (file: string) =>
      /local function cookies_of_application[\s\S]*?\n\s*return[^\n]*\n\s*end\n/
        .exec(readFileSync(path.join(folder, file), 'utf8'))?.[0]
        .replaceAll(/^ +/gm, '');
    expect(functionIn('plid-verify.lua')).toMatch(/^local function/);
    expect(functionIn('envoy.yaml')).toBe(functionIn('plid-verify.lua'));
  });
});
