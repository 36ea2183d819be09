import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SandboxError } from '../../sandbox/sandbox-error.ts';
import type { Io } from '../io.ts';
import { parseArguments } from '../parse-arguments.ts';
import { UsageError } from '../usage-error.ts';
import { packageSource } from './package-source.ts';
import { bindings, filesOf, manifestOf } from './template.ts';

const help = `plid init worker   Write a Worker project with the gateway into this folder

  --name <name>          Name of the Worker (default: the name of the folder)
  --package <file>       File of this package (default: the one that npm installed it from)

Existing files are never overwritten. package.json gets the missing entries.

Examples:
  plid init worker
  plid init worker --name shop --package ../plid-0.3.0.tgz

Exit status: 0 for success, 1 for a failure, 2 for invalid arguments.`;

const options = {
  name: { type: 'string' },
  package: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The minimum version of Node that wrangler requires. */
const minNode = [22, 12] as const;

/** Runs `plid init worker`. @param words after `init`. @throws {SandboxError} */
export function initWorker(words: readonly string[], { cwd, console }: Io, version: string): void {
  const { values, positionals } = parseArguments(
    words,
    { options, allowPositionals: true },
    'plid init --help',
  );
  if (values.help) {
    console.log(help);
    return;
  }
  if (positionals.join(' ') !== 'worker')
    throw new UsageError(`plid init needs what to write: plid init worker. See: plid init --help`);
  requireNode();
  const name = values.name ?? workerName(path.basename(cwd));
  const plid = packageSource(values.package, cwd, version);
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  const project = { name, plid, keys };
  const manifest = readManifest(cwd);
  const written: string[] = [];
  const kept: string[] = [];
  for (const [file, content] of Object.entries(filesOf(project))) {
    if (isUnwanted(file, manifest !== undefined)) continue;
    if (!hasConfiguration(file, cwd) && writeNew(path.join(cwd, file), content)) written.push(file);
    else kept.push(file);
  }
  ignoreVariables(cwd);
  writeManifest(cwd, manifest ?? { name, private: true, type: 'module' }, manifestOf(project));
  console.log(summary(written, kept));
}

/** An existing project has its own workflows. */
const isUnwanted = (file: string, exists: boolean): boolean => exists && file.startsWith('.github/');

/** wrangler would read a new configuration instead of an existing one in another format. */
const hasConfiguration = (file: string, cwd: string): boolean =>
  file === 'wrangler.jsonc' &&
  ['wrangler.json', 'wrangler.toml'].some((name) => existsSync(path.join(cwd, name)));

/** Adds `.dev.vars` to an existing `.gitignore`. */
function ignoreVariables(cwd: string): void {
  const file = path.join(cwd, '.gitignore');
  const text = readFileSync(file, 'utf8');
  if (!/^\/?\.dev\.vars\*?$/m.test(text)) writeFileSync(file, `${text.replace(/\n?$/, '\n')}.dev.vars\n`);
}

/** @throws {SandboxError} if Node is too old for wrangler. */
function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < minNode[0] || (major === minNode[0] && minor < minNode[1]);
  if (isOld)
    throw new SandboxError(
      `wrangler needs Node ${minNode.join('.')} or later, but this is Node ${process.versions.node}. Install a newer Node from https://nodejs.org, and run the command again.`,
    );
}

/** A name that Cloudflare accepts for a Worker. */
const workerName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'gateway';

/** Writes a file unless it exists. @returns whether it was written. */
function writeNew(file: string, content: string): boolean {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, content, { flag: 'wx', mode: file.endsWith('.dev.vars') ? 0o600 : 0o644 });
    return true;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
    return false;
  }
}

/** @returns undefined if there is no package.json. @throws {SandboxError} if it isn't JSON. */
function readManifest(cwd: string): Record<string, unknown> | undefined {
  const file = path.join(cwd, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, '')) as Record<string, unknown>;
  } catch (failure) {
    throw new SandboxError(`package.json isn't JSON (${(failure as Error).message}). Nothing was written.`);
  }
}

/** Adds the missing entries to package.json. Existing entries stay. */
function writeManifest(
  cwd: string,
  existing: Record<string, unknown>,
  needed: ReturnType<typeof manifestOf>,
): void {
  const merged = { ...existing };
  for (const [key, value] of Object.entries(needed))
    merged[key] = { ...value, ...(existing[key] as object | undefined) };
  writeFileSync(path.join(cwd, 'package.json'), `${JSON.stringify(merged, undefined, 2)}\n`);
}

const additions: Readonly<Record<string, string>> = {
  'wrangler.jsonc': `Add to wrangler.jsonc, with SERVICE_URL and CLIENT_ID in "vars":\n\n${bindings}`,
  'src/index.ts': `Wrap the Worker in src/index.ts:

  import { createGateway } from 'plid/gateway';
  export { Flow as PlidFlow, User as PlidUser } from 'plid/gateway';

  export default createGateway({ application: (request, env, ctx, session) => app.fetch(request, env, ctx) });`,
  '.dev.vars': 'Add SERVICE_URL, CLIENT_ID, CLIENT_SECRET, and KEYS to .dev.vars (see .dev.vars.example).',
};

function summary(written: readonly string[], kept: readonly string[]): string {
  const toAdd = kept.flatMap((file) => (additions[file] === undefined ? [] : [`\n${additions[file]}\n`]));
  return `Written: ${[...written, 'package.json'].join(', ')}
${kept.length === 0 ? '' : `Not changed, because they exist: ${kept.join(', ')}\n`}${toAdd.join('')}
Next:
  npm install
  npm run sandbox      (in another terminal)
  npm run dev          then open http://localhost:3000
  npm test

To deploy: set SERVICE_URL and CLIENT_ID in wrangler.jsonc, register https://<your host>/auth/callback
at the login service, and run:
  npx wrangler secret put KEYS             k1: and the output of: openssl rand -base64 32
  npx wrangler secret put CLIENT_SECRET
  npm run deploy`;
}
