import type { Manifest } from '../manifest.ts';

/** The version of wrangler with which this release was tested. */
const wrangler = '4.164.0';

/** What the files of a project depend on. */
interface ProjectOptions {
  /** Name of the Worker. */
  name: string;
  /** The configuration of wrangler, such as `wrangler.jsonc`. */
  configuration: string;
  /** The setting `KEYS` for local development. */
  keys: string;
}

/**
 * The entries of package.json that every project needs. Node 22 doesn't accept a folder after `--test`, so it gets a
 * pattern.
 * @param plid where npm finds this package, such as `file:vendor/plid-0.3.0.tgz`.
 */
export const manifestOf = (plid: string): Manifest => ({
  scripts: {
    dev: 'wrangler dev',
    sandbox: 'plid sandbox',
    test: 'node --test "test/*.test.mjs"',
    deploy: 'wrangler deploy',
  },
  dependencies: { plid },
  devDependencies: { wrangler },
});

/** The entries that only a new project needs. `cloudflare` describes the secrets to the deploy button. */
export const newEntries: Manifest = {
  scripts: { types: 'wrangler types' },
  devDependencies: { typescript: '^5.9.0' },
  engines: { node: '>=22.12' },
  cloudflare: {
    bindings: {
      KEYS: { description: 'k1: followed by the output of: openssl rand -base64 32' },
      CLIENT_SECRET: { description: 'The client secret that the login service issued' },
      CLIENT_ID: { description: 'The client ID that the login service issued' },
      SERVICE_URL: { description: 'The origin of the login service, such as https://login.example.com' },
    },
  },
};

const source = `import { createGateway } from 'plid/gateway';

export { Flow as PlidFlow, User as PlidUser } from 'plid/gateway';

export default createGateway({
  application: (request, env, ctx, session) =>
    session === null
      ? new Response('<a href="/auth/login">Sign in with your phone number</a>', { headers: { 'Content-Type': 'text/html' } })
      : Response.json({ hello: session.user.name ?? session.user.plid }),
});
`;

const flags = `  "compatibility_flags": ["global_fetch_strictly_public"],`;
const port = `  "dev": { "port": 3000 },`;
const variables = `  "vars": { "SERVICE_URL": "https://login.example.com", "CLIENT_ID": "your-client-id" },`;
const bindings = `  "kv_namespaces": [{ "binding": "STATES" }, { "binding": "SESSIONS" }],
  "durable_objects": { "bindings": [
    { "name": "FLOW", "class_name": "PlidFlow" },
    { "name": "USER", "class_name": "PlidUser" }
  ] },
  "migrations": [{ "tag": "plid-v1", "new_sqlite_classes": ["PlidFlow", "PlidUser"] }],
  "ratelimits": [
    { "name": "REQUEST_LIMIT", "namespace_id": "1010", "simple": { "limit": 300, "period": 60 } },
    { "name": "STATE_LIMIT", "namespace_id": "1011", "simple": { "limit": 600, "period": 60 } },
    { "name": "APP_LIMIT", "namespace_id": "1012", "simple": { "limit": 300, "period": 60 } },
    { "name": "APP_NETWORK_LIMIT", "namespace_id": "1013", "simple": { "limit": 1000, "period": 60 } },
    { "name": "APP_TOTAL_LIMIT", "namespace_id": "1014", "simple": { "limit": 3000, "period": 60 } }
  ]`;

/** What an existing configuration needs. The client of the sandbox returns to port 3000. */
export const configurationParts = [flags, port, variables, bindings].join('\n');

const configuration = (name: string) => `{
  "$schema": "node_modules/wrangler/config-schema.json",
  "name": "${name}",
  "main": "src/index.ts",
  "compatibility_date": "2026-10-20",
${flags}
  "workers_dev": true,
  "minify": true,
  "upload_source_maps": true,
${port}
  // The login service and your client ID there. Secrets: wrangler secret put KEYS, wrangler secret put CLIENT_SECRET
${variables}
${bindings},
  "observability": { "enabled": true }
}
`;

/** The sandbox of the package has this client, whose secret is public. */
export const localVariables = (
  keys: string,
): string => `# Local development only: plid sandbox has this client, and its secret is public.
SERVICE_URL="http://localhost:8787"
CLIENT_ID="demoshop000000000001"
CLIENT_SECRET="dc5fb0d5733e72d0a2e119e01d4ee191676ed43b72bc6cbc093b486b610931c6"
KEYS="${keys}"
`;

const exampleVariables = `KEYS=
CLIENT_SECRET=
`;

const compilerOptions = `{
  "compilerOptions": {
    "target": "es2024",
    "module": "esnext",
    "moduleResolution": "bundler",
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true,
    "types": ["./worker-configuration.d.ts"]
  },
  "include": ["src", "worker-configuration.d.ts"]
}
`;

const test = (configuration: string) => `import assert from 'node:assert';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { startSandbox } from 'plid/sandbox';
import { unstable_startWorker } from 'wrangler';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

test('a user signs in with the phone and signs out', async (t) => {
  const port = await freePort();
  const origin = \`http://localhost:\${port}\`;
  const client_id = 'test0000000000000001';
  const applications = [{ client_id, name: 'Test', redirect_uris: [\`\${origin}/auth/callback\`] }];
  const sandbox = await startSandbox({ applications });
  t.after(() => sandbox.stop());
  const text = (value) => ({ type: 'plain_text', value });
  const worker = await unstable_startWorker({
    config: '${configuration}',
    dev: { server: { port }, inspector: false, persist: false },
    bindings: {
      SERVICE_URL: text(sandbox.url),
      CLIENT_ID: text(client_id),
      CLIENT_SECRET: text(sandbox.application.client_secret),
    },
  });
  t.after(() => worker.dispose());
  await worker.ready;
  const cookieOf = (response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');

  const login = await fetch(\`\${origin}/auth/login\`, { redirect: 'manual' });
  const { location } = await sandbox.signInAt(login.headers.get('Location'), '01000000001');
  const callback = await fetch(location, { redirect: 'manual', headers: { Cookie: cookieOf(login) } });
  const Cookie = cookieOf(callback);
  const session = await fetch(\`\${origin}/auth/session\`, { headers: { Cookie } });
  assert.equal((await session.json()).user.name, '김하나');

  await fetch(\`\${origin}/auth/logout\`, { method: 'POST', headers: { Cookie, Origin: origin } });
  assert.equal((await fetch(\`\${origin}/auth/session\`, { headers: { Cookie } })).status, 401);
});
`;

const workflow = `name: deploy
on:
  push:
    branches: [main]
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm ci
      # Tests run the gateway with a key of their own.
      - run: printf 'KEYS="k1:%s"\\n' "$(openssl rand -base64 32)" > .dev.vars
      - run: npm test
      - run: npm run deploy
        env:
          CLOUDFLARE_API_TOKEN: \${{ secrets.CLOUDFLARE_API_TOKEN }}
`;

/** Opens a pull request for each newer version. */
const upgrades = `version: 2
updates:
  - package-ecosystem: npm
    directory: /
    schedule: { interval: weekly }
`;

/** The files of the project except package.json, by their paths. */
export const filesOf = ({
  name,
  configuration: file,
  keys,
}: ProjectOptions): Readonly<Record<string, string>> => ({
  'src/index.ts': source,
  'wrangler.jsonc': configuration(name),
  'tsconfig.json': compilerOptions,
  'test/sign-in.test.mjs': test(file),
  '.dev.vars': localVariables(keys),
  '.dev.vars.example': exampleVariables,
  '.gitignore': 'node_modules/\n.wrangler/\n.dev.vars\n',
  '.github/workflows/deploy.yml': workflow,
  '.github/dependabot.yml': upgrades,
});
