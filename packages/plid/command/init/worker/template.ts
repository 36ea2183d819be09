import { configurationParts, firstParts, jsonLines, requiredSecrets } from './configuration-parts.ts';
import { signInTest } from './sign-in-test.ts';
import { mainOf, signInTestOf, type WorkerProject } from './worker-project.ts';

/**
 * The oldest date on which the Worker needs nothing that came later: `cache: 'no-store'` of `fetch`. A newer date
 * would be refused by each tool whose runtime is older. Node's APIs, with the secrets in `process.env`, came later.
 */
const compatibilityDate = '2024-11-11';

/** A Worker. @param application the function that handles the paths outside the gateway. */
const sourceWith = (application: string): string => `import { createGateway } from 'plid/gateway';

const gateway = createGateway({
  application: ${application},
});

export class PlidFlow extends gateway.Flow {}
export class PlidUser extends gateway.User {}
export default gateway;
`;

const source = sourceWith(`(_request, _env, _ctx, session) =>
    session === null
      ? new Response('<a href="/auth/login">Sign in with your phone number</a>', { headers: { 'Content-Type': 'text/html' } })
      : Response.json({ hello: session.user.name ?? session.user.plid })`);

const pageSource = sourceWith('(request, env) => env.ASSETS.fetch(request)');

/** The files of a page that Vite builds. Without the last property, an asset can answer instead of the gateway. */
const assets = { binding: 'ASSETS', not_found_handling: 'single-page-application', run_worker_first: true };

function configurationOf({ name, usesVite, declared, ...project }: WorkerProject): string {
  const { dev, vars, ...parts } = configurationParts(declared);
  return `{
  "$schema": "node_modules/wrangler/config-schema.json",
${jsonLines({
  name,
  main: mainOf({ ...project, usesVite }),
  compatibility_date: compatibilityDate,
  ...firstParts,
  ...(usesVite ? { assets } : { minify: true, dev }),
  workers_dev: true,
  upload_source_maps: true,
})},
  // The login service and your client ID there. Set both before you deploy; .dev.vars replaces them in development.
${jsonLines({ vars, ...parts })}
}
`;
}

/** The sandbox of the package has this client, whose secret is public. */
export const localVariables = (
  keys: string,
): string => `# Local development only: plid sandbox has this client, and its secret is public.
SERVICE_URL="http://localhost:8787"
CLIENT_ID="demoshop000000000001"
CLIENT_SECRET="dc5fb0d5733e72d0a2e119e01d4ee191676ed43b72bc6cbc093b486b610931c6"
KEYS="${keys}"
`;

const compilerOptions = (folder: string) => `{
  "compilerOptions": {
    "target": "es2024",
    "module": "esnext",
    "moduleResolution": "bundler",
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true,
    "types": ["./worker-configuration.d.ts"]
  },
  "include": ["${folder}", "worker-configuration.d.ts"]
}
`;

const workflow = `name: deploy
on:
  push:
    branches: [main]
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with: { node-version: 24 }
      - run: npm ci
      - run: npm run check
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

/** The files of the project except package.json, by their paths. @param keys the setting `KEYS` for development. */
export function filesOf(project: WorkerProject, keys: string): Readonly<Record<string, string>> {
  const { usesVite, manifest, configuration, manager } = project;
  const test = signInTestOf(project);
  const isNew = manifest === undefined;
  return {
    ...(configuration === undefined && {
      [mainOf(project)]: usesVite ? pageSource : source,
      'wrangler.jsonc': configurationOf(project),
      [usesVite ? 'tsconfig.worker.json' : 'tsconfig.json']: compilerOptions(usesVite ? 'worker' : 'src'),
    }),
    [test.file]: signInTest(test),
    '.dev.vars': localVariables(keys),
    '.dev.vars.example': requiredSecrets.map((name) => `${name}=\n`).join(''),
    '.gitignore': 'node_modules/\n.wrangler/\n.dev.vars\n*.secrets\n',
    // An existing project has workflows of its own. The workflow runs npm.
    ...(isNew && manager.name === 'npm' && { '.github/workflows/deploy.yml': workflow }),
    ...(isNew && { '.github/dependabot.yml': upgrades }),
  };
}
