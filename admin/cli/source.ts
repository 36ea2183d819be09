import { SourceMap } from 'node:module';
import path from 'node:path';
import { Command } from 'commander';
import { esbuild, workerBundle } from '../../tools/configuration/esbuild.ts';
import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import { folderOf } from '../../tools/configuration/worker-source.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** `plid-admin source`: resolves a source position in the log's `cause` (docs/operate/monitoring.md). */
export function sourceCommand(): Command {
  return new Command('source')
    .description(
      'Resolve a position in deployed code to a source line; run this command in the deployed release',
    )
    .argument('<worker>', 'Name of the worker in the log, such as service-token')
    .argument('<position>', 'Line and column from `cause` in the log, such as 1:20394')
    .action(async (worker: string, position: string) => io().console.log(await sourceOf(worker, position)));
}

/** @returns file, line, and column. @throws {Failure} if the worker or position is unknown. */
async function sourceOf(name: string, position: string): Promise<string> {
  const worker = (await loadWorkers()).find((listed) => listed.worker === name);
  if (worker === undefined)
    throw new Failure(
      `Worker not found: ${name}. Use the worker's name from the log, such as service-token.`,
    );
  const [, line, column] = /^(\d+):(\d+)$/.exec(position) ?? [];
  if (column === undefined)
    throw new Failure(`${position} isn't a position. Use line and column, such as 1:20394.`);
  // Nothing is written to this folder. The folder is set so that the file names in the source map are relative to
  // the project.
  const { outputFiles } = await esbuild.build({
    ...workerBundle,
    absWorkingDir: root,
    entryPoints: { index: `${folderOf(worker)}/index.ts` },
    outdir: root,
    write: false,
    logLevel: 'silent',
  });
  const map = outputFiles.find((file) => file.path.endsWith('.map'))?.text ?? '';
  const entry = new SourceMap(JSON.parse(map)).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) throw new Failure(`${name} has no position ${position} in this release.`);
  return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
