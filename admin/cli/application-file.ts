import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import type { AdminApi, ExportedApplication } from './admin-api.ts';

/** The version of the file's format. It changes where an older command could not read a newer file. */
const version = 1;

/** The file in which `applications export` writes, and from which `applications import` reads. */
const file = v.object({
  format: v.literal('plid applications'),
  version: v.number(),
  service: v.string(),
  /** When, in ISO 8601. */
  exported: v.string(),
  applications: v.array(v.looseObject({ client_id: v.string(), name: v.string() })),
});

/** Everything that a service keeps of its applications, to be written to a file. @param service its address. */
export async function exportedFile(api: AdminApi, service: string): Promise<v.InferOutput<typeof file>> {
  const applications = await api.export();
  const { origin } = new URL(service);
  const exported = new Date().toISOString();
  return { format: 'plid applications', version, service: origin, exported, applications };
}

/** The applications in such a file. @param path `-` for standard input. @throws {Failure} where it is none. */
export async function readExportedFile(path: string): Promise<ExportedApplication[]> {
  const read = v.safeParse(file, parse(await readText(path), path));
  if (!read.success) throw new Failure(`${path} is no file of applications export.`);
  if (read.output.version !== version)
    throw new Failure(
      `${path} has format ${read.output.version}; this command reads ${version}. Use the release that wrote it.`,
    );
  return read.output.applications;
}

async function readText(path: string): Promise<string> {
  const { stdin, cwd } = io();
  try {
    return await (path === '-' ? text(stdin) : readFile(resolve(cwd, path), 'utf8'));
  } catch {
    throw new Failure(`${path} can't be read.`);
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(`${path} is no file of applications export.`);
  }
}

/** The result of an import, by client id. */
export interface Imported {
  imported: string[];
  replaced: string[];
}

/**
 * Registers applications as they were exported. Those that exist are looked for first, so that none is changed where one is refused.
 * @param replace whether those that exist are replaced. @throws {Failure} where one exists, or the service refuses one.
 */
export async function importAll(
  api: AdminApi,
  applications: readonly ExportedApplication[],
  replace: boolean,
): Promise<Imported> {
  const existing = new Set((await api.list()).map(({ client_id }) => client_id));
  const taken = applications.filter(({ client_id }) => existing.has(client_id));
  if (taken.length > 0 && !replace) {
    const names = taken.map(({ client_id, name }) => `${name} (${client_id})`);
    throw new Failure(
      `Nothing is imported, since there are already: ${names.join(', ')}. To replace them with what the file holds, add: --replace`,
    );
  }
  for (const [index, application] of applications.entries()) {
    try {
      await api.import({ ...application, replace });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      throw new Failure(
        `${application.name} (${application.client_id}): ${failure.message} ${index} of ${applications.length} are imported.`,
      );
    }
  }
  const ids = (which: boolean) =>
    applications.map(({ client_id }) => client_id).filter((id) => existing.has(id) === which);
  return { imported: ids(false), replaced: ids(true) };
}
