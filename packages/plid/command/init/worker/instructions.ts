import { type Outcome, summary } from '../project-files.ts';
import type { Configuration } from './configuration.ts';
import { configurationParts, localVariables } from './template.ts';

/** What the command has done in a project. */
export interface WorkerOutcome extends Outcome {
  configuration: Configuration | undefined;
  /** The setting `KEYS` for local development. */
  keys: string;
}

/** The output of the command: what was written, what to add by hand, and the next commands. */
export function instructions(outcome: WorkerOutcome): string {
  const { configuration } = outcome;
  const lines = [...summary(outcome), ...additions(outcome).map((addition) => `\n${addition}`)];
  return `${lines.join('\n')}

Next:
  npm install
  npm run sandbox      (in another terminal)
  npm run dev          then open http://localhost:3000
  npm test

To deploy: set SERVICE_URL and CLIENT_ID in ${configuration?.file ?? 'wrangler.jsonc'}, register https://<your host>/auth/callback
at the login service, and run:
  npx wrangler secret put KEYS             k1: and the output of: openssl rand -base64 32
  npx wrangler secret put CLIENT_SECRET
  npm run deploy`;
}

/** What an existing project lacks. */
function additions({ kept, configuration, keys }: WorkerOutcome): string[] {
  const isKept = (file: string) => kept.includes(file);
  return [
    ...(configuration === undefined ? [] : [configurationAddition(configuration)]),
    ...(configuration === undefined && !isKept('src/index.ts') ? [] : [wrapping(configuration)]),
    ...(isKept('.dev.vars') ? [`Add to .dev.vars:\n\n${localVariables(keys).trimEnd()}`] : []),
  ];
}

function configurationAddition({ file, hasAssets }: Configuration): string {
  const isToml = file.endsWith('.toml');
  return `Add to ${isToml ? `the top of ${file}` : file}. If it has one of the names, add to that ${
    isToml ? 'list or table' : 'list or object'
  }:

${isToml ? toml(configurationParts) : configurationParts}${
  hasAssets
    ? '\n\nIn "assets", set "run_worker_first" to true. Otherwise, an asset can answer instead of the gateway.'
    : ''
}`;
}

/** Each line with two spaces begins an entry, and a line with more spaces continues it. */
const toml = (parts: string): string =>
  parts.replaceAll(/^ {2}(\S.*?),?$/gm, '$1').replaceAll(/"(\w+)": /g, '$1 = ');

const wrapping = (configuration: Configuration | undefined): string => `Wrap your Worker in ${
  configuration === undefined ? 'src/index.ts' : `the file that "main" in ${configuration.file} names`
}. Here, app is its default export:

  import { createGateway } from 'plid/gateway';
  export { Flow as PlidFlow, User as PlidUser } from 'plid/gateway';

  export default createGateway({
    application: (request, env, ctx, session) => app.fetch(request, { ...env, session }, ctx),
  });`;
