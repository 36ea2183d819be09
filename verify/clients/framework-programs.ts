import path from 'node:path';
import { codeBlocksOf } from '../../test/support/assertions/code-blocks.ts';
import { root } from '../../test/support/world/test-workers.ts';

/** An application with the lines of one framework in docs/client/web.md. */
export interface Framework {
  /** The name in the page. */
  name: string;
  files: Record<string, string>;
  /** Commands relative to the folder of the framework's packages. The last one is the server. */
  build?: string[];
  start: string[];
}

const page = 'docs/client/web.md';
const bun = path.join(root, 'verify/clients/node_modules/bun/bin/bun.exe');
const [signIn = ''] = codeBlocksOf(page).flatMap(({ heading, language, text }) =>
  heading === 'Any other framework' && language === 'ts' ? [text] : [],
);

/** The parts of the page's block with a framework's name and its code. */
const parts = codeBlocksOf(page)
  .filter(({ heading, isFragment }) => heading === 'Any other framework' && isFragment)
  .flatMap(({ text }) => text.split('\n\n'))
  .map((part) => {
    const [, name = '', code = ''] =
      /^\/\/ ([^:\n]*?)(?:: [^\n]*| with [^\n]*)?\n([\s\S]*)$/.exec(part) ?? [];
    return { name: name.replace(/,$/, ''), code };
  });

/** The names of the frameworks in the page. */
export const documentedFrameworks = new Set(parts.map(({ name }) => name));

const codesOf = (name: string): string[] => parts.flatMap((part) => (part.name === name ? [part.code] : []));
const lineOf = (name: string): string => codesOf(name)[0] ?? '';

const signOut = '<form method="post" action="/logout"><button>Sign out</button></form>';
/** A page of a server that has no pages of its own. */
const plainPage = `import { plid, userOf } from './sign-in.ts';
async function page(request: Request): Promise<Response> {
  if (new URL(request.url).pathname === '/orders') return (await plid.required(request)) ?? new Response('Orders');
  const user = await userOf(request);
  return new Response(user ? \`Hello, \${user.name}.\` : 'Sign in');
}
`;
const port = 'Number(process.env.PORT)';

const astro: Framework = {
  name: 'Astro',
  files: {
    'astro.config.mjs': `import node from '@astrojs/node';
export default { output: 'server', adapter: node({ mode: 'standalone' }) };`,
    'src/sign-in.ts': signIn,
    'src/middleware.ts': `import { plid } from './sign-in';\n${lineOf('Astro')}`,
    'src/pages/index.astro': `---
import { userOf } from '../sign-in';
const user = await userOf(Astro.request);
---
{user ? <div>Hello, {user.name}. ${signOut}</div> : <a href="/login">Sign in</a>}`,
    'src/pages/orders.astro': `---
import { plid } from '../sign-in';
const answer = await plid.required(Astro.request);
if (answer) return answer;
---
<p>Orders</p>`,
  },
  build: ['node', 'node_modules/astro/bin/astro.mjs', 'build'],
  start: ['node', 'dist/server/entry.mjs'],
};

const bunServer: Framework = {
  name: 'Bun',
  files: {
    'sign-in.ts': signIn,
    'server.ts': `${plainPage}${lineOf('Bun').replace('{ fetch', `{ port: ${port}, fetch`)}`,
  },
  start: [bun, 'server.ts'],
};

const deno: Framework = {
  name: 'Deno',
  files: {
    'sign-in.ts': signIn,
    'server.ts': `${plainPage.replace('import { plid', "import process from 'node:process';\nimport { plid")}${lineOf('Deno').replace('serve(', `serve({ port: ${port} }, `)}`,
  },
  start: ['node', 'node_modules/deno/bin.cjs', 'run', '--no-check', '--allow-all', 'server.ts'],
};

const elysia: Framework = {
  name: 'Elysia',
  files: {
    'sign-in.ts': signIn,
    'server.ts': `import { Elysia } from 'elysia';
${plainPage}const app = new Elysia();
${lineOf('Elysia')}
app.get('/', ({ request }) => page(request));
app.get('/orders', ({ request }) => page(request));
app.listen(${port});`,
  },
  start: [bun, 'server.ts'],
};

/** The sign-in of a server with Node's requests. */
const nodeSignIn = `import { plidSignIn } from 'plid/express';

const { PLID_SERVICE, PLID_CLIENT_ID, PLID_CLIENT_SECRET, PLID_REDIRECT_URI, COOKIE_KEY } = process.env;
const plid = plidSignIn({
  service: PLID_SERVICE,
  clientId: PLID_CLIENT_ID,
  clientSecret: PLID_CLIENT_SECRET,
  redirectUri: PLID_REDIRECT_URI,
  cookieKey: COOKIE_KEY,
  outcomes: { signed_in: ({ user: { name } }) => ({ name }), automatic: () => undefined },
});
`;

const hapi: Framework = {
  name: 'Hapi',
  files: {
    'server.mjs': `import Hapi from '@hapi/hapi';
${nodeSignIn}
const server = Hapi.server({ port: process.env.PORT, host: 'localhost' });
${lineOf('Hapi')}
const required = ({ raw: { req, res } }, h) =>
  new Promise((done, fail) => {
    res.once('close', () => done(h.abandon));
    plid.required(req, res, (error) => (error ? fail(error) : done(h.continue)));
  });
server.route({
  method: 'GET',
  path: '/',
  handler({ raw: { req } }) {
    const session = plid.session(req);
    return session ? \`Hello, \${session.name}.\` : 'Sign in';
  },
});
server.route({
  method: 'GET',
  path: '/orders',
  options: { ext: { onPreHandler: { method: required } } },
  handler: () => 'Orders',
});
await server.start();`,
  },
  start: ['node', 'server.mjs'],
};

const koa: Framework = {
  name: 'Koa',
  files: {
    'server.mjs': `import Koa from 'koa';
${nodeSignIn}
const app = new Koa();
${lineOf('Koa')}
app.use((ctx, next) =>
  ctx.path === '/orders'
    ? new Promise((done, fail) => plid.required(ctx.req, ctx.res, (error) => (error ? fail(error) : done(next()))))
    : next(),
);
app.use((ctx) => {
  const session = plid.session(ctx.req);
  ctx.body = session ? \`Hello, \${session.name}.\` : 'Sign in';
});
app.listen(process.env.PORT);`,
  },
  start: ['node', 'server.mjs'],
};

const nitro: Framework = {
  name: 'Nitro, Nuxt',
  files: {
    'nitro.config.ts': `export default defineNitroConfig({ srcDir: 'server', compatibilityDate: '2026-01-01' });`,
    'server/utils/sign-in.ts': signIn,
    'server/middleware/plid.ts': `import { plid } from '../utils/sign-in';\n${lineOf('Nitro, Nuxt')}`,
    'server/routes/index.ts': `import { userOf } from '../utils/sign-in';
export default defineEventHandler(async (event) => {
  const user = await userOf(toWebRequest(event));
  return user ? \`Hello, \${user.name}.\` : 'Sign in';
});`,
    'server/routes/orders.ts': `import { plid } from '../utils/sign-in';
export default defineEventHandler(async (event) => (await plid.required(toWebRequest(event))) ?? 'Orders');`,
  },
  build: ['node', 'node_modules/nitropack/dist/cli/index.mjs', 'build'],
  start: ['node', '.output/server/index.mjs'],
};

const [loaderAndAction = '', routes = ''] = codesOf('React Router');
const reactRouter: Framework = {
  name: 'React Router',
  files: {
    // Without it, the build installs the package.
    'package.json': '{ "type": "module", "dependencies": { "isbot": "*" } }',
    'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
export default { plugins: [reactRouter()] };`,
    'app/sign-in.server.ts': signIn,
    'app/routes/plid.ts': `import { plid } from '../sign-in.server';\n${loaderAndAction}`,
    'app/routes.ts': `import { index, route } from '@react-router/dev/routes';
export default [index('routes/home.tsx'), route('orders', 'routes/orders.tsx'), ${routes}];`,
    'app/root.tsx': `import { Outlet, Scripts } from 'react-router';
export default function Root() {
  return <html lang="ko"><body><Outlet /><Scripts /></body></html>;
}`,
    'app/routes/home.tsx': `import { userOf } from '../sign-in.server';
export const loader = async ({ request }) => ({ name: (await userOf(request))?.name });
export default function Home({ loaderData: { name } }) {
  return name ? <p>{\`Hello, \${name}.\`}</p> : <a href="/login">Sign in</a>;
}`,
    'app/routes/orders.tsx': `import { plid } from '../sign-in.server';
export async function loader({ request }) {
  const answer = await plid.required(request);
  if (answer) throw answer;
  return null;
}
export default function Orders() {
  return <p>Orders</p>;
}`,
  },
  build: ['node', 'node_modules/@react-router/dev/bin.cjs', 'build'],
  start: ['node', 'node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
};

const tanstack: Framework = {
  name: 'TanStack Start',
  files: {
    'vite.config.ts': `import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
export default { plugins: [tanstackStart(), react()] };`,
    'src/sign-in.server.ts': signIn,
    'src/start.ts': `import { createMiddleware, createStart } from '@tanstack/react-start';
import { plid } from './sign-in.server';
${lineOf('TanStack Start')}
export const startInstance = createStart(() => ({ requestMiddleware: [signIn] }));`,
    'src/router.tsx': `import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen';
export const getRouter = () => createRouter({ routeTree });`,
    'src/routes/__root.tsx': `import { createRootRoute, Outlet, Scripts } from '@tanstack/react-router';
export const Route = createRootRoute({
  component: () => <html lang="ko"><body><Outlet /><Scripts /></body></html>,
});`,
    'src/routes/index.tsx': `import { createFileRoute } from '@tanstack/react-router';
import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import { userOf } from '../sign-in.server';
const nameOf = createServerFn().handler(async () => (await userOf(getRequest()))?.name ?? null);
export const Route = createFileRoute('/')({
  loader: () => nameOf(),
  component() {
    const name = Route.useLoaderData();
    return name ? <p>{\`Hello, \${name}.\`}</p> : <a href="/login">Sign in</a>;
  },
});`,
    'src/routes/orders.tsx': `import { createFileRoute } from '@tanstack/react-router';
import { plid } from '../sign-in.server';
export const Route = createFileRoute('/orders')({
  server: { handlers: { GET: async ({ request }) => (await plid.required(request)) ?? new Response('Orders') } },
});`,
    'serve.ts': `import server from './dist/server/server.js';
Bun.serve({ port: ${port}, fetch: (request) => server.fetch(request) });`,
  },
  build: ['node', 'node_modules/vite/bin/vite.js', 'build'],
  start: [bun, 'serve.ts'],
};

export const frameworks: readonly Framework[] = [
  ...[astro, bunServer, deno, elysia, hapi, koa, nitro, reactRouter, tanstack],
];
