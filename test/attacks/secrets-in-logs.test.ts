import { beforeAll, describe, expect, test } from 'vitest';
import { logLines } from '../support/assertions/log-lines.ts';
import { isOfRuntime, watch } from '../support/assertions/log-watch.ts';
import {
  accountPages,
  applicationCalls,
  automaticLogins,
  gatewayCalls,
  operatorCalls,
  signInsAtGateway,
} from '../support/fixtures/scenarios.ts';
import { useStarted } from '../support/world/use-world.ts';
import { startWorld } from '../support/world/world.ts';
import { publicDocuments } from './support/targets.ts';

const topologies = [
  { topology: 'the worker of each route', single: false },
  { topology: 'the gateway as one Worker', single: true },
  { topology: 'sandbox/local.ts', local: true },
];

describe.each(topologies)(
  'the log after every flow and failure, on $topology',
  ({ topology: _, ...form }) => {
    const world = useStarted(async () => watch(await startWorld(form)));
    beforeAll(async () => {
      await signInsAtGateway(world);
      await automaticLogins(world);
      await accountPages(world);
      await applicationCalls(world);
      await gatewayCalls(world);
      await operatorCalls(world);
    });

    const answers = (path: string) => world.seen.filter(({ address }) => address.endsWith(path));

    test('covers at least one success and failure of everything', () => {
      const statuses = (path: string) => [...new Set(answers(path).map(({ status }) => status))].sort();
      expect(statuses('/oauth2/token')).toEqual([200, 400, 401, 500]);
      expect(statuses('/v1/user/me')).toEqual([200, 401]);
      expect(statuses('/v1/user/disconnect')).toEqual([200, 400, 401]);
      expect(statuses('/oauth2/authorize')).toEqual([200, 302, 400]);
      expect(statuses('/oauth2/authorize/sign-in')).toEqual([303, 400, 503]);
      expect(statuses('/account')).toEqual([200]);
      expect(statuses('/account/disconnect')).toEqual([200, 303]);
      expect(statuses('/auth/callback')).toEqual([302, 303, 400]);
      expect(statuses('/auth/session')).toEqual([200, 400, 401]);
      expect(statuses('/auth/token')).toEqual([200, 400]);
      expect(statuses('/auth/user')).toEqual([200, 401]);
      expect(statuses('/auth/disconnect')).toEqual([200, 401]);
    });

    test("contains no code, token, secret, cookie, phone number, name, ci, birth date, or caller's address", async () => {
      await expect.poll(() => world.logs().split('\n').length).toBeGreaterThan(180);
      const logs = world.logs();
      expect(world.secrets.size).toBeGreaterThan(200);
      expect([...world.secrets].filter((secret) => logs.includes(secret))).toEqual([]);
      expect(logs).not.toMatch(/eyJ|\b010\d{8}\b/);
    });

    test.each([
      ['code, token or cookie', /^eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/],
      ['session', /^[\w-]{43}$/],
      ['client secret', /^[0-9a-f]{64}$/],
      ['phone number', /^010\d{8}$/],
      ['name', /^\p{Script=Hangul}+$/u],
      ['ci', /^[A-Za-z0-9+/]{86}==$/],
      ['birth date', /^950315$/],
      ['plid', /^[0-9a-f]{8}-[0-9a-f-]{27}$/],
    ])('is searched for a %s', (_, form) => {
      expect([...world.secrets].some((secret) => form.test(secret))).toBe(true);
    });

    test('has lines that are JSON objects of a worker, with a request unless an object wrote them', () => {
      const lines = logLines(world);
      expect(lines.length).toBeGreaterThan(180);
      for (const line of lines) {
        expect(line).toMatchObject({ level: expect.any(String), worker: expect.any(String) });
        if (!String(line.worker).endsWith('-objects')) expect(line.request).toMatch(/^[0-9a-f]{16}$/);
      }
    });

    test('comes with redirects that are 302 or 303, so that no browser repeats typed data', () => {
      const redirects = world.seen.filter(({ status }) => status >= 300 && status < 400);
      expect(redirects.length).toBeGreaterThan(50);
      expect(redirects.filter(({ status }) => status !== 302 && status !== 303)).toEqual([]);
    });

    test("comes with pages that can't be framed", () => {
      const pages = world.seen.filter(({ headers }) => headers.get('Content-Type')?.startsWith('text/html'));
      expect(new Set(pages.map(({ address }) => address)).size).toBeGreaterThan(5);
      for (const { address, headers } of pages) {
        expect(headers.get('Content-Security-Policy'), address).toContain("frame-ancestors 'none'");
        expect(headers.get('X-Frame-Options'), address).toBe('DENY');
      }
    });

    test("comes with responses that other origins can't read and caches don't store", () => {
      expect(world.seen.length).toBeGreaterThan(100);
      for (const { address, headers } of world.seen) {
        const allowing = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
        const isPublic = publicDocuments.includes(new URL(address).pathname);
        expect(allowing, address).toEqual(isPublic ? ['access-control-allow-origin'] : []);
        expect(headers.get('Cache-Control'), address).toBe('no-store');
      }
    });
  },
);

test("a line of the runtime is distinguished from a worker's", () => {
  const ofRuntime = [
    'NOSENTRY script startup exceeded 100ms',
    'workerd/server/server.c++:4213: info: Entrypoint',
    'kj/async-io-unix.c++:778: error: disconnected',
  ];
  const ofWorkers = ['{"level":"info","worker":"service-token"}', 'Error: boom', 'name 김하나', ''];
  expect([...ofRuntime, ...ofWorkers].filter(isOfRuntime)).toEqual(ofRuntime);
});
