import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import type { AdminApi, ExportedApplication } from './admin-api.ts';

/** Version of the file format. It increases if older commands can't read newer files. */
const version = 1;

/** The file format of `applications export` and `applications import`. */
const file = v.object({
  format: v.literal('plid applications'),
  version: v.number(),
  service: v.string(),
  /** When, in ISO 8601. */
  exported: v.string(),
  applications: v.array(v.looseObject({ client_id: v.string(), name: v.string() })),
});

/** Exports the applications of a service. @param service the service's URL. */
export async function exportApplications(
  api: AdminApi,
  service: string,
): Promise<v.InferOutput<typeof file>> {
  const applications = await api.export();
  const { origin } = new URL(service);
  const exported = new Date().toISOString();
  return { format: 'plid applications', version, service: origin, exported, applications };
}

/**
 * Reads the applications from an export. @param path of the file, or `-` for standard input. @throws {Failure} if
 * the export is invalid.
 */
export async function readExportedFile(path: string): Promise<ExportedApplication[]> {
  const read = v.safeParse(file, parse(await readText(path), path));
  if (!read.success) throw new Failure(`${path} isn't a file created by applications export.`);
  if (read.output.version !== version)
    throw new Failure(
      `${path} has format ${read.output.version}, but this command reads format ${version}. Use the release that created the file.`,
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
    throw new Failure(`${path} isn't a file created by applications export.`);
  }
}

/** The result of an import, with the client IDs of the imported and the replaced applications. */
export interface Imported {
  imported: string[];
  replaced: string[];
}

/**
 * Imports applications. Existing applications are looked up before any change, so that nothing changes if one is
 * rejected. @param replace whether to replace existing applications. @throws {Failure} if an application already
 * exists, or the service rejects one.
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
      `Nothing was imported because these applications already exist: ${names.join(', ')}. To replace them, add: --replace`,
    );
  }
  for (const [index, application] of applications.entries()) {
    try {
      await api.import({ ...application, replace });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      throw new Failure(
        `${application.name} (${application.client_id}): ${failure.message} ${index} of ${applications.length} applications were imported.`,
      );
    }
  }
  const ids = (which: boolean) =>
    applications.map(({ client_id }) => client_id).filter((id) => existing.has(id) === which);
  return { imported: ids(false), replaced: ids(true) };
}
