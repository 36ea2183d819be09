import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { esbuild, workerBundle } from '../../../tools/configuration/esbuild.ts';
import { codeBlocksOf } from '../../support/assertions/code-blocks.ts';
import { readDocument } from '../../support/assertions/markdown.ts';
import { person } from '../../support/fakes/service-stand-in.ts';
import { root } from '../../support/world/bundles.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { originOf, ProjectVisitor, useProjects } from '../support/single-worker-world.ts';

const page = 'docs/gateway/your-worker.md';
const parts = path.join(root, 'workers/gateway/single-worker');
const modules = {
  'plid/gateway': path.join(parts, 'create-gateway.ts'),
  'plid/gateway/guard': path.join(parts, 'guard.ts'),
  'plid/gateway/openid': path.join(parts, 'openid.ts'),
  'plid/gateway/people': path.join(parts, 'people.ts'),
  'plid/gateway/forward-auth': path.join(parts, 'forward-auth.ts'),
};

/** What the page assumes: an application in the same project, and its assets. */
const project = `
  const app = { fetch: (request, env) => Response.json({ path: new URL(request.url).pathname, plid: env.session?.user.plid }) };
  const router = { fetch: (request, env, ctx, session) => Response.json({ path: new URL(request.url).pathname, plid: session?.user.plid }) };
`;
const withAssets = (source: string) =>
  source.replaceAll(
    'env.ASSETS',
    '({ fetch: (asset) => Response.json({ path: new URL(asset.url).pathname }) })',
  );

/** Bundles a Worker as wrangler does. */
async function bundled(name: string, source: string): Promise<string> {
  const folder = mkdtempSync(path.join(testFolder(), 'documented-'));
  const file = path.join(folder, `${name}.js`);
  writeFileSync(file, project + withAssets(source));
  const outfile = path.join(folder, 'out', `${name}.js`);
  await esbuild.build({ ...workerBundle, alias: modules, entryPoints: [file], outfile, logLevel: 'silent' });
  return outfile;
}

const blocks = codeBlocksOf(page).filter(({ language }) => language === 'js');
const [first = '', second = ''] = blocks.map(({ text }) => text);
const rows = [...readDocument(page).matchAll(/^\| ([^|]+) \| `(\(request[^`]+)`/gm)].map(
  ([, name = '', code = '']) => ({
    name: name.trim().toLowerCase().replaceAll(' ', '-'),
    code,
  }),
);
const own = (application: string) => first.replace(/application: .*,/, `application: ${application},`);

const bundles: Record<string, string> = {
  whole: await bundled('whole', first),
  parts: await bundled('parts', second),
  ...Object.fromEntries(
    await Promise.all(rows.map(async ({ name, code }) => [name, await bundled(name, own(code))])),
  ),
};

describe('the Workers of docs/gateway/your-worker.md', () => {
  const vars = {
    IDENTITY_KEY: 'fedcba9876543210'.repeat(3),
    ADMIN_TOKEN: `kim:${'0123456789abcdef'.repeat(3)}`,
    OPENID_CLIENTS: '[]',
  };
  const world = useProjects(
    Object.fromEntries(
      Object.entries(bundles).map(([name, bundle]) => [
        name,
        { bundle, vars, hasAccessRecords: name === 'parts' },
      ]),
    ),
  );

  test('are the two of its code blocks and four of its table', () => {
    expect([blocks.length, rows.map(({ name }) => name)]).toEqual([
      2,
      ['hono', 'itty-router', 'static-assets', 'a-server-on-another-host'],
    ]);
  });

  test.each(['whole', 'hono', 'itty-router', 'static-assets'])(
    '%s passes requests to the application',
    async (name) => {
      const answer = await world.fetch(`${originOf(name)}/orders`);
      expect(await answer.json()).toEqual({ path: '/orders' });
      expect((await world.fetch(`${originOf(name)}/auth/healthz`)).status).toBe(200);
    },
  );

  test.each(['hono', 'itty-router'])('%s gets the session', async (name) => {
    const shown = await new ProjectVisitor(world, name).signIn();
    expect(JSON.parse(shown.text)).toEqual({ path: '/after', plid: person.plid });
  });

  test('a server on another host gets path, query, and method', async () => {
    const asked: string[] = [];
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.startsWith('https://origin.example.com')) return real(input, init);
      asked.push(`${init?.method ?? 'GET'} ${url}`);
      return new Response('from the server');
    };
    try {
      const answer = await world.fetch(`${originOf('a-server-on-another-host')}/orders?id=1`, {
        method: 'POST',
      });
      expect([await answer.text(), asked]).toEqual([
        'from the server',
        ['POST https://origin.example.com/orders?id=1'],
      ]);
    } finally {
      globalThis.fetch = real;
    }
  });

  test('parts: the guard leaves only its public paths open, and the parts have their routes', async () => {
    const statusOf = async (address: string) => (await world.fetch(`${originOf('parts')}${address}`)).status;
    expect(await Promise.all(['/', '/assets/app.css', '/orders'].map(statusOf))).toEqual([200, 200, 401]);
    const routes = ['/auth/verify', '/auth/oidc/jwks.json', '/auth/admin/people/show'];
    expect(await Promise.all(routes.map(statusOf))).toEqual([403, 404, 405]);
  });
});
