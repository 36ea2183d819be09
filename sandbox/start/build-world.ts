/**
 * Builds the local world: wrangler runs this before it serves, and after each change (`[build]` in wrangler.toml). If the sources do not
 * compile, a worker stands in that says so to every request: wrangler itself would leave them all without an answer until that is mended.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { esbuild, workerBundle } from '../../tools/configuration/esbuild.ts';
import { localConfiguration, root } from '../../tools/configuration/local-configuration.ts';
import { startAfresh, stateVariable } from './state-version.ts';

const configuration = localConfiguration();
const world = path.join(root, configuration.main);

async function build(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    ...workerBundle,
    absWorkingDir: root,
    entryPoints: ['sandbox/local.ts'],
    outdir: path.dirname(configuration.main),
    write: false,
    minify: false,
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Lists the errors, each with its file, line and column, and the line itself. @throws the failure, if it is none of the sources. */
async function explain(failure: unknown): Promise<string> {
  const { errors } = failure as { errors?: object[] };
  if (errors === undefined) throw failure;
  const messages = await esbuild.formatMessages(errors, { kind: 'error', color: false });
  return `The workers could not be built:\n\n${messages.join('').trim()}\n`;
}

/** The worker that stands in. Objects whose time comes meanwhile are woken again later, so that nothing they had to do is lost. */
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

/** Puts the worker in its place at once: another local world of this clone may read it meanwhile. */
function write(source: string): void {
  mkdirSync(path.dirname(world), { recursive: true });
  const written = `${world}.${process.pid}`;
  writeFileSync(written, source);
  renameSync(written, world);
}

/** Printed for `wrangler deploy`, dry runs included. wrangler then ends with an error of its own about the missing file. */
const neverDeployed =
  "The local environment can't be deployed, because its sandbox signs in everyone. Deploy with: npx plid-admin deploy service, or gateway. wrangler's next error only means that nothing was built.";

const { WRANGLER_COMMAND, [stateVariable]: state = path.join(root, '.wrangler/state') } = process.env;
if (WRANGLER_COMMAND === 'dev') startAfresh(state);

if (/^(?:deploy|versions upload)$/.test(WRANGLER_COMMAND ?? '')) {
  console.error(neverDeployed);
  // Without it wrangler ends, before it asks who is to deploy; where this fails it would end with two hundred lines about that.
  rmSync(world, { force: true });
} else {
  try {
    write(await build());
  } catch (failure) {
    const message = await explain(failure);
    console.error(message);
    write(standIn(message));
  }
}
