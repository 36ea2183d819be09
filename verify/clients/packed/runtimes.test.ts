import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { SignJWT } from 'jose';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startApplication } from '../../../test/support/fakes/application-stand-in.ts';
import { startChromium } from '../../../test/support/world/chromium.ts';
import { esbuild } from '../../../tools/configuration/esbuild.ts';
import { gatewayEntries } from '../../../tools/package/gateway-module.ts';
import { browserOf, recordOf, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { type Consumer, packAndInstall } from './pack.ts';

const world = useClientWorld();
let consumer: Consumer;
beforeAll(async () => {
  consumer = await packAndInstall();
  for (const file of ['use.mjs'])
    cpSync(path.join(import.meta.dirname, file), path.join(consumer.folder, file));
}, 180_000);
afterAll(() => consumer?.remove());

/** Runs a function of use.mjs in a runtime. */
type Run = (name: 'begin' | 'finish' | 'route', asked: object) => Promise<unknown>;

const identity = {
  key: '0123456789abcdef'.repeat(2),
  issuer: 'https://shop.example.com',
  audience: 'https://app.example.com',
};
const claims = {
  iss: identity.issuer,
  aud: identity.audience,
  sub: 'p',
  user: { plid: 'p' },
  iat: 1_800_000_000,
  exp: 1_800_000_060,
};
const jwt = await new SignJWT(claims)
  .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
  .sign(Buffer.from(identity.key));

/** The parts that need no service. */
const known = {
  fields: ['김하나', '7Uf+4FRcP6fdBw1EuG6Y2Q=='],
  verified: { user: { plid: 'p' }, expires: claims.exp },
};

const redirectUri = 'http://localhost:3000/callback';
async function register() {
  const { client_id, client_secret } = await registerClient(world, redirectUri);
  return { service: world.address, clientId: client_id, clientSecret: client_secret, redirectUri };
}

interface Begun {
  signIn: { url: string; state: string; codeVerifier: string };
}

/** An answer of a route. */
interface Routed {
  status: number;
  cookies: string[];
  location: string | null;
  text: string;
}

/** A whole login, whose beginning and end run in the runtime. */
async function testLogin(run: Run): Promise<void> {
  const options = await register();
  const begun = (await run('begin', { options, jwt, identity })) as Begun;
  expect(begun).toMatchObject(known);
  const browser = browserOf(world, { application: async () => new Response() });
  const { person, end } = await signIn(world, browser, begun.signIn.url);
  const finished = await run('finish', { options, callback: end.url.href, kept: begun.signIn });
  expect(finished).toEqual({ user: recordOf(person), again: 'invalid_request' });
  await testRoutes(run, { ...options, cookieKey: '0123456789abcdef'.repeat(2) });
}

/** The same by the two routes of `plid/web`. */
async function testRoutes(run: Run, options: object): Promise<void> {
  const route = async (asked: object) => (await run('route', { options, ...asked })) as Routed;
  const begun = await route({ url: 'http://localhost:3000/login?return_to=/orders' });
  expect(begun.status).toBe(303);
  const browser = browserOf(world, { application: async () => new Response() });
  const { person, end } = await signIn(world, browser, begun.location ?? '');
  const cookie = begun.cookies[0]?.split(';')[0];
  const back = await route({ url: end.url.href, cookie });
  expect(JSON.parse(back.text)).toEqual({ user: recordOf(person), returnTo: 'http://localhost:3000/orders' });
  expect(back.cookies).toEqual([expect.stringContaining('Max-Age=0')]);
  const strange = await route({ url: end.url.href });
  expect([strange.status, strange.text]).toEqual([
    400,
    expect.stringContaining('started in another browser'),
  ]);
}

const runIn = (node: string, program: string) => async (name: string, asked: object) => {
  const parameters = program.endsWith('.cjs') ? [program] : ['--input-type=module', '--eval', program];
  const child = spawn(node, [...parameters, name, JSON.stringify(asked)], { cwd: consumer.folder });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === '') throw new Error(errors);
  return JSON.parse(output);
};
const asModule = `import * as use from './use.mjs';
  const [name, asked] = process.argv.slice(1);
  console.log(JSON.stringify(await use[name](JSON.parse(asked))));`;

/** The machine's own Node, which may be older than npm's. */
const machinesOwn = '/usr/bin/node';

/** The entry points below `plid/gateway`, with a name that each exports. */
const gatewayModules = Object.entries(gatewayEntries).map(
  ([
    entry,
    {
      values: [name = ''],
    },
  ]) => ({
    entry: entry === 'index' ? 'plid/gateway' : `plid/gateway/${entry}`,
    name,
  }),
);
const versionOf = (node: string): string | undefined => {
  try {
    return execFileSync(node, ['--version']).toString().trim();
  } catch {
    return undefined;
  }
};

describe.each([process.execPath, machinesOwn])('the package in %s', (node) => {
  const version = versionOf(node);
  test.skipIf(version === undefined)(`signs a user in (Node ${version ?? 'is not there'})`, () =>
    testLogin(runIn(node, asModule)),
  );

  test.skipIf(version === undefined)(
    `is loaded by require() (Node ${version ?? 'is not there'})`,
    async () => {
      const program = `const { plidSignIn } = require('plid/web');
      const { createClient } = require('plid/client');
      console.log(JSON.stringify([typeof plidSignIn, typeof createClient]));`;
      writeFileSync(path.join(consumer.folder, 'program.cjs'), program);
      expect(await runIn(node, 'program.cjs')('', {})).toEqual(['function', 'function']);
    },
  );

  test.skipIf(version === undefined).each(['import', 'require'])(
    `says by %s that plid/gateway needs a Worker (Node ${version ?? 'is not there'})`,
    (way) => {
      const failed = (entry: string, name: string) => {
        const line =
          way === 'import'
            ? `import { ${name} } from '${entry}';`
            : `const { ${name} } = require('${entry}');`;
        const words = [
          ...(way === 'import' ? ['--input-type=module'] : []),
          '--eval',
          `${line} void ${name};`,
        ];
        return spawnSync(node, words, { cwd: consumer.folder, encoding: 'utf8' }).stderr;
      };
      for (const { entry, name } of gatewayModules)
        expect(failed(entry, name)).toContain(
          `Error: ${entry} runs only in a Worker. Run this file with wrangler, or with Cloudflare's plugin for Vite or Vitest.`,
        );
    },
  );
});

test('a bundler takes plid/gateway for a Worker, and its message otherwise', async () => {
  const contents = gatewayModules.map(({ entry, name }) => `export { ${name} } from '${entry}';`).join('\n');
  const bundle = async (...conditions: string[]) => {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: consumer.folder },
      bundle: true,
      write: false,
      format: 'esm',
      conditions,
      external: ['cloudflare:*'],
    });
    return outputFiles[0]?.text ?? '';
  };
  for (const condition of ['workerd', 'worker'])
    expect((await bundle(condition)).includes('runs only in a Worker')).toBe(false);
  expect((await bundle('browser')).match(/runs only in a Worker/g)).toHaveLength(gatewayModules.length);
});

test('the package signs a user in on workerd', async () => {
  const source = `import * as use from './use.mjs';
    export default { async fetch(request) {
      const { name, asked } = await request.json();
      return Response.json(await use[name](asked));
    } };`;
  const { outputFiles } = await esbuild.build({
    stdin: { contents: source, resolveDir: consumer.folder },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
  });
  const script = outputFiles[0]?.text ?? '';
  const worker = { modules: true, script, compatibilityDate: '2026-01-01' };
  const miniflare = new Miniflare(convertV4MiniflareOptions(worker));
  onTestFinished(() => miniflare.dispose());
  await testLogin(async (name, asked) => {
    const init = { method: 'POST', body: JSON.stringify({ name, asked }) };
    return (await miniflare.dispatchFetch('http://localhost/', init)).json();
  });
});

test('the package starts a sign-in and reads its callback in Chromium, without the client secret', async () => {
  const page = `<!doctype html><script type="importmap">${JSON.stringify({
    imports: Object.fromEntries(
      ['client', 'fields', 'identity', 'web'].map((name) => [
        `plid/${name}`,
        `/node_modules/plid/${name}/index.js`,
      ]),
    ),
  })}</script>`;
  const server = await startApplication(({ url }) => {
    if (!/\.m?js$/.test(url)) return new Response(page, { headers: { 'Content-Type': 'text/html' } });
    const source = readFileSync(path.join(consumer.folder, decodeURIComponent(url)));
    return new Response(source, { headers: { 'Content-Type': 'text/javascript' } });
  });
  onTestFinished(() => server.close());
  const chromium = await startChromium({});
  onTestFinished(() => chromium.close());
  const tab = await chromium.newPage();
  await tab.goto(server.url);
  // As a text: Vitest's form of an import() does not run in a browser.
  const run = (name: string, asked: object): Promise<unknown> =>
    tab.evaluate(`import('/use.mjs').then((use) => use.${name}(${JSON.stringify(asked)}))`);

  const { clientSecret: _, ...options } = await register();
  const begun = (await run('begin', { options, jwt, identity })) as Begun;
  expect(begun).toMatchObject(known);
  const browser = browserOf(world, { application: async () => new Response() });
  const { end } = await signIn(world, browser, begun.signIn.url);
  const code = await run('readCallback', { options, callback: end.url.href, kept: begun.signIn });
  expect(code).toBe(end.url.searchParams.get('code'));
});
