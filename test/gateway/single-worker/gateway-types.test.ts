import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeBlocksOf } from '../../support/assertions/code-blocks.ts';
import { root } from '../../support/world/bundles.ts';
import { testFolder } from '../../support/world/isolation.ts';

/** What `wrangler types` writes for a Worker of docs/gateway/your-worker.md, and what it writes with `--env-interface`. */
const generated = `
declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('./worker');
    durableNamespaces: 'PlidFlow' | 'PlidUser' | 'PlidAccessRecords';
  }
  interface Env {
    STATES: KVNamespace;
    SESSIONS: KVNamespace;
    FLOW: DurableObjectNamespace<import('./worker').PlidFlow>;
    USER: DurableObjectNamespace<import('./worker').PlidUser>;
    ACCESS_RECORDS: DurableObjectNamespace<import('./worker').PlidAccessRecords>;
    REQUEST_LIMIT: RateLimit;
    SERVICE_URL: string;
    GREETING: 'hello' | 'hi';
    ORDERS: D1Database;
  }
}
interface Env extends Cloudflare.Env {}
`;
/** The types of its classes depend on the gateway, whose `env` contains them. */
const worker = `import { createGateway } from 'plid/gateway';
import { accessRecordsOf, people } from 'plid/gateway/people';
import { app } from './hono-of-the-page';

const gateway = createGateway({
  features: [people],
  settings: (env) => ({ USER: env.USER, APP_NAME: env.GREETING }),
  application: (request, env, ctx, session) => app.fetch(request, { ...env, session }, ctx),
});

export class PlidFlow extends gateway.Flow {}
export class PlidUser extends gateway.User {}
export class PlidAccessRecords extends accessRecordsOf(gateway) {}
export default gateway satisfies ExportedHandler<Env>;
`;
const renamed = `interface Renamed { FLOW: DurableObjectNamespace; PLID_USER: DurableObjectNamespace; USER_NAME: string; SESSIONS: KVNamespace; STATES: KVNamespace }\n`;

const [hono = ''] = codeBlocksOf('docs/gateway/your-worker.md')
  .filter(({ language }) => language === 'ts')
  .map(({ text }) => text);
const ofHono = `declare module 'hono' {
  class Hono<Types extends { Bindings: object }> {
    get(path: string, handler: (c: { env: Types['Bindings']; json(value: unknown): Response }) => Response): void;
    fetch(request: Request, env: Types['Bindings'], ctx: ExecutionContext): Promise<Response>;
  }
}`;

/** Workers that compile. */
const compiling: Record<string, string> = {
  'the env of wrangler types': `createGateway({ application: (_request, env) => new Response(env.GREETING satisfies 'hello' | 'hi') })`,
  'a binding of the application':
    'createGateway({ application: async (_request, env) => Response.json(await env.ORDERS.prepare("").all()) })',
  'the user record': `createGateway({ application: (_request, _env, _ctx, session) => new Response(session?.user.name satisfies string | undefined) })`,
  'the facts of the session':
    'createGateway({ application: (_request, _env, ctx, session) => { ctx.waitUntil(Promise.resolve()); return Response.json([session?.created satisfies number | undefined, session?.login]); } })',
  'no application': 'createGateway()',
  'settings in code': `createGateway({ settings: { SESSION_LIFETIME: 3600, PKCE: 'N' } })`,
  'settings from env': 'createGateway({ settings: (env) => ({ APP_NAME: env.GREETING }) })',
  'an env of its own':
    'createGateway<Env & { OWN: string }>({ application: (_request, env) => new Response(env.OWN) })',
  'renamed bindings': `createGateway<Renamed>({ settings: (env) => ({ USER: env.PLID_USER }) })`,
  'handlers for users who leave':
    'createGateway({ events: { disconnected: async (plid, env, ctx, time) => { ctx.waitUntil(Promise.resolve()); await env.ORDERS.prepare("").bind(plid satisfies string, time.getTime()).run(); }, purged() {} } })',
  'a gateway whose application calls its objects':
    '0;\nconst gateway: GatewayWorker<Own> = createGateway<Own>({ application: (request, env) => env.USER.getByName("").fetch(request) });\nclass OwnUser extends gateway.User {}\ntype Own = Env & { USER: DurableObjectNamespace<OwnUser> }',
  'an env that is passed on':
    'createGateway({ application: (request, env, ctx, session) => app.fetch(request, { ...env, session }, ctx) })',
};

/** Expressions that don't compile, with a part of the error. */
const failing: Record<string, [code: string, error: string]> = {
  'an unknown binding': [
    'createGateway({ application: (_request, env) => new Response(env.GREETINGS) })',
    "'GREETINGS'",
  ],
  'an unknown attribute': [
    'createGateway({ application: (_request, _env, _ctx, session) => new Response(session?.user.nickname) })',
    "'nickname'",
  ],
  'a session that may be null': [
    'createGateway({ application: (_request, _env, _ctx, session) => new Response(session.user.plid) })',
    "'session' is possibly 'null'",
  ],
  'an unknown setting': ['createGateway({ settings: { SESSION_LIVETIME: 3600 } })', "'SESSION_LIVETIME'"],
  'a setting with another type': ['createGateway({ settings: { PKCE: true } })', '"N" | "Y"'],
  'an env without required bindings': [
    'createGateway<{ FLOW: DurableObjectNamespace }>({})',
    'MissingBinding<',
  ],
  'no options without required bindings': ['createGateway<{ OWN: string }>()', 'Expected 1 arguments'],
  'a renamed binding that is not mapped': [
    'createGateway<Renamed>({ settings: { SESSION_LIFETIME: 3600 } })',
    'USER',
  ],
  'an unknown event': ['createGateway({ events: { signedOut() {} } })', "'signedOut'"],
  'an unknown binding in a handler': [
    'createGateway({ events: { purged: (_plid, env) => env.ORDERZ.exec("") } })',
    "'ORDERZ'",
  ],
  'a setting of another kind for a binding': [
    'createGateway<Renamed>({ settings: (env) => ({ USER: env.USER_NAME }) })',
    "'string'",
  ],
};

describe('the types of plid/gateway', () => {
  let errors: string[] = [];
  const fileOf = (name: string) => `${name.replaceAll(' ', '-')}.ts`;

  beforeAll(async () => {
    const folder = mkdtempSync(path.join(testFolder(), 'types-'));
    const modules = path.join(folder, 'node_modules/plid');
    mkdirSync(modules, { recursive: true });
    for (const part of globSync('{packages/plid/{gateway,fields},workers/core/{protocol,http}}/*.ts', {
      cwd: root,
    }))
      cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
    writeFileSync(path.join(folder, 'generated.d.ts'), generated);
    writeFileSync(path.join(folder, 'hono.d.ts'), ofHono);
    writeFileSync(path.join(folder, 'worker.ts'), worker);
    writeFileSync(path.join(folder, 'hono-of-the-page.ts'), `${hono}\nexport { app };`);
    const codes = {
      ...compiling,
      ...Object.fromEntries(Object.entries(failing).map(([name, [code]]) => [name, code])),
    };
    for (const [name, code] of Object.entries(codes))
      writeFileSync(
        path.join(folder, fileOf(name)),
        `import { createGateway, type GatewayWorker } from 'plid/gateway';\nimport { app } from './hono-of-the-page';\n${renamed}export default ${code};\nexport { app };\n`,
      );
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
      ...{ target: 'es2024', module: 'esnext', moduleResolution: 'bundler', lib: ['es2024'] },
      types: [path.join(root, 'node_modules/@cloudflare/workers-types')],
      paths: Object.fromEntries(
        ['plid/gateway', 'plid/gateway/people'].map((name) => [name, ['./packages/plid/gateway/types.ts']]),
      ),
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '--pretty', 'false'], {
      cwd: folder,
    }).catch((failure) => failure as { stdout: string });
    errors = stdout.split(/\n(?=\S)/);
  });

  const errorsIn = (name: string) => errors.filter((error) => error.startsWith(`${fileOf(name)}(`));

  test('report no error elsewhere', () => {
    const expected = Object.keys(failing).map(fileOf);
    expect(
      errors.filter((error) => error !== '' && !expected.some((file) => error.startsWith(`${file}(`))),
    ).toEqual([]);
  });

  test.each(Object.keys(compiling))('accept %s', (name) => {
    expect(errorsIn(name)).toEqual([]);
  });

  test.each(Object.entries(failing))('reject %s', (name, [, error]) => {
    expect(errorsIn(name).join('\n')).toContain(error);
  });
});
