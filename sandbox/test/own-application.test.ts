import { describe, expect, test } from 'vitest';
import { readDocument } from '../../test/support/assertions/markdown.ts';
import { startApplication } from '../../test/support/fakes/application-stand-in.ts';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { listedWorkers } from '../../test/support/world/configurations.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { startWorld } from '../../test/support/world/world.ts';
import { pathPatterns } from '../../workers/core/worker/routes.ts';
import { welcome } from '../start/welcome.ts';

const origin = 'http://localhost:8787';
/** The status of a page. The documentation redirects to its first page. */
const statusOf = (address: string) => (address.endsWith('/docs') ? 302 : 200);
const answered = (path: string) => `the application at ${path}`;

/** The local world in front of an application, which answers each path with its own mark. */
const useWorldBeside = (vars: Record<string, string>) =>
  useStarted(async () => {
    const application = await startApplication(({ url }) => new Response(answered(url)));
    const settings = { vars: { APPLICATION_URL: application.url, ...vars } };
    const world = await startWorld({ local: true, overrides: { 'plid-local': settings } });
    const close = async () => {
      await world.close();
      await application.close();
    };
    return { ...world, application: application.url, close };
  });

describe.each([
  { options: '--application', vars: {} },
  { options: '--application --guard', vars: { GUARD: 'Y', PUBLIC_PATHS: '/*' } },
])('npm start -- $options', ({ vars }) => {
  const world = useWorldBeside(vars);
  /** Not checked against the contract, in which these paths are plid's. */
  const textAt = async (address: string) => (await world.harness.fetch('plid-local', address)).text();

  test.each([
    '/',
    '/account',
    '/account/orders',
    '/accounting',
    '/docs',
    '/docs/api',
    '/healthz',
    '/.well-known/security.txt',
    '/admin',
    '/v1/',
  ])('routes %s to the application, as in a deployment', async (path) => {
    expect(await textAt(origin + path)).toBe(answered(path));
  });

  test('prints only URLs that respond, and only one of the application', async () => {
    const { application } = world;
    const guard = 'GUARD' in vars ? { publicPaths: '/*' } : undefined;
    const options = {
      port: 8787,
      application,
      guard,
      redirectUris: [],
      service: undefined,
      carriers: undefined,
      verbose: true,
      state: '',
      secrets: '.dev.vars',
    };
    const printed =
      welcome(origin, options, { barocert: undefined }, 500).match(/http:\/\/[\w.]+:8787[^\s,]*/g) ?? [];
    expect(printed.length).toBeGreaterThan(3);
    for (const one of new Set(printed)) {
      // An issuer is a name; its description has an address.
      const address = one.endsWith('/auth/oidc') ? `${one}/.well-known/openid-configuration` : one;
      const isForPrograms = address.endsWith('/oauth2/token');
      const answer = await world.fetch(address, { method: isForPrograms ? 'POST' : 'GET' });
      expect(answer.status, address).toBe(isForPrograms ? 400 : statusOf(address));
      const isApplications = (await answer.text()).startsWith('the application');
      expect(isApplications, address).toBe(address === origin);
    }
  });

  test.each(['docs/gateway/README.md', 'docs/ko/gateway/README.md'])(
    '%s names existing pages of plid',
    async (file) => {
      const other = 'http://127.0.0.1:8787';
      const sentence =
        readDocument(file)
          .split(`<${other}>`)[0]
          ?.split(/\.\s|\n\n/)
          .at(-1) ?? '';
      const paths = [...sentence.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
      expect(paths).toContain('/account');
      for (const path of paths) expect((await world.fetch(other + path)).status, path).toBe(statusOf(path));
    },
  );

  test('links on sign-in pages lead to pages of plid', async () => {
    const browser = new BrowserSession(world, { headers: { Accept: 'text/html' } });
    const form = await browser.get(`${origin}/auth/login?return_to=/`);
    const consent = await browser.submit(form, people.hana);
    const lost = await browser.get(`${origin}/oauth2/authorize/wait`);
    const links = [form, consent, lost].flatMap((page) =>
      page.document
        .querySelectorAll('a')
        .map((link) => new URL(link.getAttribute('href') ?? '', page.url).href),
    );
    expect(links).toContain('http://127.0.0.1:8787/account');
    expect(links).toContain(`${origin}/sandbox/privacy`);
    for (const link of new Set(links)) {
      const answer = await world.fetch(link, { headers: { Accept: 'text/html' } });
      // The page that finds no sign-in says the same in the other language.
      const status = link.startsWith(`${lost.url.href}?`) ? 400 : 200;
      expect([answer.status, (await answer.text()).includes('<main')], link).toEqual([status, true]);
    }
  });

  test('shows a user at the other local host name what they are connected with', async () => {
    const browser = new BrowserSession(world);
    const start = await browser.get('http://127.0.0.1:8787/account');
    const overview = await browser.submit(await browser.submit(start), people.duri);
    expect(overview.url.href).toMatch(/^http:\/\/127\.0\.0\.1:8787\/account/);
    expect(overview.status).toBe(200);
  });
});

test("docs/gateway/README.md lists plid's paths at the address of an application", () => {
  const list = /^## Reserved paths\n.*?^## /ms.exec(readDocument('docs/gateway/README.md'))?.[0] ?? '';
  const named = [...list.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) => path);
  const patterns = listedWorkers.flatMap((worker) => pathPatterns({ ...worker, catchAll: false }));
  const paths = patterns.map((pattern) => pattern.replace('*', ''));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !named.some((name) => path.startsWith(name)))).toEqual([]);
  expect(named.filter((name) => ![...paths, '/sandbox'].some((path) => path.startsWith(name)))).toEqual([
    '/docs',
  ]);
});
