/**
 * Builds the local environment. wrangler runs this before it serves, and after each change (`[build]` in
 * wrangler.toml). If the sources don't compile, a replacement worker responds to every request with the compile
 * errors. Without that worker, wrangler would leave requests unanswered.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { esbuild, workerBundle } from '../../tools/configuration/esbuild.ts';
import { localConfiguration, root } from '../../tools/configuration/local-configuration.ts';
import { findWrangler, siteAddress } from './site-for-wrangler.ts';
import { deleteIncompatibleState, stateVariable } from './state-version.ts';

const configuration = localConfiguration();
const world = path.join(root, configuration.main);

async function build(site: string | undefined): Promise<string> {
  const { outputFiles } = await esbuild.build({
    ...workerBundle,
    absWorkingDir: root,
    entryPoints: ['sandbox/local.ts'],
    outdir: path.dirname(configuration.main),
    write: false,
    minify: false,
    sourcemap: 'inline',
    logLevel: 'silent',
    define: { ...workerBundle.define, WRANGLER_SITE: JSON.stringify(site) ?? 'undefined' },
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Lists compile errors with file, line, column, and source line. @throws the failure if it isn't a compile error.
 */
async function explain(failure: unknown): Promise<string> {
  const { errors } = failure as { errors?: object[] };
  if (errors === undefined) throw failure;
  const messages = await esbuild.formatMessages(errors, { kind: 'error', color: false });
  return `The workers could not be built:\n\n${messages.join('').trim()}\n`;
}

/**
 * Creates the replacement worker. Objects whose alarms fire while it runs are woken again later, so that no work
 * is lost.
 */
function standIn(message: string): string {
  const names = (name: string, exported: string[]) =>
    `export { ${exported.map((each) => `${name} as ${each}`).join(', ')} };`;
  return `import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers';
const message = ${JSON.stringify(message)};
const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
export default { fetch: () => new Response(message, { status: 500, headers }) };
class Waiting extends DurableObject {
  alarm() { return this.ctx.storage.setAlarm(Date.now() + 5_000); }
}
class Silent extends WorkerEntrypoint {}
${names(
  'Waiting',
  configuration.durable_objects.bindings.map(({ class_name }) => class_name),
)}
${names(
  'Silent',
  configuration.services.map(({ entrypoint }) => entrypoint),
)}
`;
}

/** Replaces the worker atomically, because another local environment of this clone may be reading it. */
function write(source: string): void {
  mkdirSync(path.dirname(world), { recursive: true });
  const written = `${world}.${process.pid}`;
  writeFileSync(written, source);
  renameSync(written, world);
}

/**
 * The message for `wrangler deploy`, including dry runs. After the message, wrangler fails because the built file
 * is missing.
 */
const neverDeployed =
  "The local environment can't be deployed, because its sandbox signs in everyone. Deploy with: npx plid-admin deploy service, or gateway. wrangler's next error only means that nothing was built.";

const { WRANGLER_COMMAND, [stateVariable]: state = path.join(root, '.wrangler/state') } = process.env;
if (WRANGLER_COMMAND === 'dev') deleteIncompatibleState(state);

if (/^(?:deploy|versions upload)$/.test(WRANGLER_COMMAND ?? '')) {
  console.error(neverDeployed);
  // Because the file is missing, wrangler stops before it asks for a login.
  rmSync(world, { force: true });
} else {
  try {
    const isWranglerAlone = WRANGLER_COMMAND === 'dev' && process.env[stateVariable] === undefined;
    write(await build(await siteAddress(isWranglerAlone ? findWrangler() : undefined)));
  } catch (failure) {
    const message = await explain(failure);
    console.error(message);
    write(standIn(message));
  }
}
