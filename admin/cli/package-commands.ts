import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { runCommand } from '../../packages/plid/command/run-command.ts';
import manifest from '../../packages/plid/package.json' with { type: 'json' };
import type { Sandbox, SandboxOptions } from '../../packages/plid/sandbox/index.ts';
import { type LocalOptions, startSandboxFrom } from '../../packages/plid/sandbox/start-sandbox.ts';
import { runKits } from '../../packages/plid-kits/command/run-kits.ts';
import { buildSandboxWorld } from '../../tools/package/sandbox-world.ts';
import { templateFilesOf } from '../../tools/package/template-files.ts';
import { ExitStatus } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';

/** Starts a sandbox from these sources, in the same way as the package starts one from its build. */
async function startFromSources(options: SandboxOptions, local: LocalOptions): Promise<Sandbox> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plid-sandbox-world-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await buildSandboxWorld(folder);
  return startSandboxFrom(folder, options, local);
}

/** A command of a package, which parses its own options and has its own help. */
const commandOfPackage = (
  name: string,
  description: string,
  run: (words: readonly string[]) => Promise<number>,
) =>
  new Command(name)
    .description(description)
    .argument('[words...]', 'Options of the command; see --help')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (words: string[]) => {
      const code = await run([name, ...words]);
      if (code !== 0) throw new ExitStatus(code);
    });

export const sandboxCommand = () =>
  commandOfPackage(
    'sandbox',
    'Run the whole login service on this machine, for tests in any language',
    (words) =>
      runCommand(words, {
        io: io(),
        startSandbox: startFromSources,
        findRuntime: async () => undefined,
        version: () => manifest.version,
        readTemplate: templateFilesOf,
      }),
  );

const runKit = (words: readonly string[]) => runKits(words, io(), () => manifest.version);

export const conformanceCommand = () =>
  commandOfPackage('conformance', 'Test a login service against the specification, from outside', runKit);

export const carrierCommand = () =>
  commandOfPackage('carrier', "Test a carrier's HTTP API, case by case", runKit);
