import { minWrangler } from '../../../configuration/worker-properties.ts';
import type { ExistingManifest } from '../manifest.ts';
import { type Outcome, summary } from '../project-files.ts';
import {
  configurationParts,
  firstParts,
  jsonLines,
  requiredSecrets,
  tomlLines,
} from './configuration-parts.ts';
import { localVariables } from './template.ts';
import { mainOf, signInTestOf, type WorkerProject } from './worker-project.ts';

/** What the command has done in a project. */
export interface WorkerOutcome extends Outcome {
  project: WorkerProject;
  /** The setting `KEYS` for local development. */
  keys: string;
}

/** The output of the command: what was written, what to add by hand, and the next commands. */
export function instructions(outcome: WorkerOutcome): string {
  const { project } = outcome;
  const { install, run, exec } = project.manager;
  const lines = [...summary(outcome), ...additions(outcome).map((addition) => `\n${addition}`)];
  const { script } = signInTestOf(project);
  const steps: [string, string?][] = [
    [install],
    ...(project.hasTypeScript
      ? [[`${exec} wrangler types`, 'again after each change of the configuration'] as [string, string]]
      : []),
    [`${run} sandbox`, 'in another terminal'],
    [`${run} dev`, 'then open http://localhost:3000'],
    [`${run} ${script}`, 'signs a simulated user in and out'],
  ];
  const width = Math.max(...steps.map(([command]) => command.length)) + 4;
  return `${lines.join('\n')}

Next:
${steps.map(([command, note]) => `  ${note === undefined ? command : command.padEnd(width) + note}`).join('\n')}

To deploy: set SERVICE_URL and CLIENT_ID in ${project.configuration?.file ?? 'wrangler.jsonc'}, register https://<your host>/auth/callback
at the login service. Write two lines to production.secrets, which git ignores:
  KEYS=k1:<output of: openssl rand -base64 32>
  CLIENT_SECRET=<secret of the login service>
The first deployment stores them, and later ones need only ${run} deploy:
  ${exec} wrangler deploy --secrets-file production.secrets`;
}

/** What an existing project lacks. */
function additions({ kept, project, keys }: WorkerOutcome): string[] {
  const { configuration, manifest, manager, readsDotEnv, usesVite } = project;
  const isKept = (file: string) => kept.includes(file);
  const variables = readsDotEnv ? '.env' : '.dev.vars';
  return [
    ...(isOlder(manifest)
      ? [
          `Upgrade wrangler: versions before ${minWrangler} ignore redact_query_string, and record codes.\n\n  ${manager.add} wrangler@latest`,
        ]
      : []),
    ...(configuration === undefined ? [] : [configurationAddition(project)]),
    ...(configuration === undefined && !isKept(mainOf(project)) ? [] : [wrapping(project)]),
    ...(usesVite ? [viteAddition(project)] : []),
    ...(readsDotEnv || isKept('.dev.vars')
      ? [`Add to ${variables}:\n\n${localVariables(keys).trimEnd()}`]
      : []),
    ...(runsTestsInWorker(manifest)
      ? [
          `Let your tests request http://localhost instead of https://example.com. The client secret in ${variables} is published,\nso it works only at an http address of this machine.`,
        ]
      : []),
  ];
}

function configurationAddition({ configuration, declared }: WorkerProject): string {
  const { file = '', hasAssets = false, localNames = [] } = configuration ?? {};
  const isToml = file.endsWith('.toml');
  const { vars } = configurationParts(declared);
  const own = localNames.filter((name) => !(name in vars));
  const parts = { ...firstParts, ...configurationParts(declared, own) };
  const isLimited = own.some((name) => !requiredSecrets.includes(name));
  return `Add to ${isToml ? `the top of ${file}` : file}. If it has one of the names, add to that ${
    isToml ? 'list or table' : 'list or object'
  }:

${isToml ? tomlLines(parts) : jsonLines(parts)}${
  isLimited ? '\n\nIn "secrets", keep only secrets. wrangler reads no other secret in development.' : ''
}${
  hasAssets
    ? '\n\nIn "assets", set "run_worker_first" to true. Otherwise, an asset can answer instead of the gateway.'
    : ''
}`;
}

const wrapping = (project: WorkerProject): string => `Wrap your Worker in ${
  project.configuration === undefined
    ? mainOf(project)
    : `the file that "main" in ${project.configuration.file} names`
}. Here, app is its default export:

  import { createGateway } from 'plid/gateway';

  const gateway = createGateway({
    application: (request, env, ctx, session) => app.fetch(request, { ...env, session }, ctx),
  });

  export class PlidFlow extends gateway.Flow {}
  export class PlidUser extends gateway.User {}
  export default gateway;`;

/** Vite runs the Worker together with the page, at the port to which the client of the sandbox returns. */
const viteAddition = ({
  hasReferences,
  configuration,
}: WorkerProject): string => `Add to the configuration of Vite:

  import { cloudflare } from '@cloudflare/vite-plugin';

  plugins: [cloudflare()],  // after the plugins that you have
  server: { port: 3000, strictPort: true },${
    hasReferences && configuration === undefined
      ? `

To check the Worker's types, add to "references" in tsconfig.json: { "path": "./tsconfig.worker.json" }`
      : ''
  }`;

/** The project's dependencies, with the range of each. */
function dependenciesOf(manifest: ExistingManifest | undefined): Readonly<Record<string, string>> {
  const { dependencies, devDependencies } = (manifest?.content ?? {}) as Partial<
    Record<string, Record<string, string>>
  >;
  return { ...dependencies, ...devDependencies };
}

/** Whether Vitest runs the project's tests in the Worker, with the local secrets. */
const runsTestsInWorker = (manifest: ExistingManifest | undefined): boolean =>
  Object.keys(dependenciesOf(manifest)).some((name) =>
    /^@cloudflare\/vitest-(?:plugin|pool-workers)$/.test(name),
  );

/** Whether the project asks for a version of wrangler that is too old. A range that isn't a number is left to it. */
function isOlder(manifest: ExistingManifest | undefined): boolean {
  const [major = 0, minor = 0] = minWrangler.split('.').map(Number);
  const asked = /^[\^~>=v]*(\d+)(?:\.(\d+))?/.exec(dependenciesOf(manifest).wrangler ?? '');
  if (asked === null) return false;
  const [ownMajor, ownMinor] = [Number(asked[1]), Number(asked[2] ?? Number.POSITIVE_INFINITY)];
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}
