/**
 * Runs wrangler's commands one after the other in this process, which the tests start once. wrangler takes a CPU second to load, and a
 * command a tenth of that. A message is one command, and the answer contains its output and exit code. The code is wrangler's own, with
 * `main` exported. The global `vitest` keeps it from disconnecting this process after a command.
 */
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';

export interface WranglerCommand {
  id: number;
  words: string[];
  env: NodeJS.ProcessEnv;
}
export interface WranglerResult {
  id: number;
  output: string;
  code: number;
}

/** @property forgetOutputFile forgets which file the last command wrote about its versions. */
type Loaded = { exports: { main(words: string[]): Promise<void>; forgetOutputFile(): void } };
type ModuleOfNode = new (
  file: string,
) => Loaded & { filename: string; paths: string[]; _compile(source: string, file: string): void };
const NodeModule = Module as unknown as ModuleOfNode & { _nodeModulePaths(folder: string): string[] };

function load(): Loaded['exports'] {
  Object.assign(globalThis, { vitest: {} });
  const folder = path.dirname(createRequire(import.meta.url).resolve('wrangler/package.json'));
  const file = path.join(folder, 'wrangler-dist/cli.js');
  const module = new NodeModule(file);
  module.filename = file;
  module.paths = NodeModule._nodeModulePaths(path.dirname(file));
  module._compile(
    `${readFileSync(file, 'utf8')}\nObject.assign(exports, { main, forgetOutputFile() { outputFilePath = undefined; } });`,
    file,
  );
  return module.exports;
}

const { main, forgetOutputFile } = load();

async function run({ id, words, env }: WranglerCommand): Promise<WranglerResult> {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  forgetOutputFile();
  process.argv = [process.execPath, 'wrangler', ...words];
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  let output = '';
  for (const stream of streams)
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      output += Buffer.from(chunk as string).toString();
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }) as typeof stream.write;
  try {
    await main(words);
    return { id, output, code: 0 };
  } catch (failure) {
    return { id, output, code: (failure as { code?: number }).code || 1 };
  } finally {
    for (const [index, stream] of streams.entries()) stream.write = writes[index] as typeof stream.write;
  }
}

let running: Promise<unknown> = Promise.resolve();
process.on('message', (command: WranglerCommand) => {
  running = running.then(async () => process.send?.(await run(command)));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
