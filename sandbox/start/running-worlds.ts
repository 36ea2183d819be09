import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';
import { worldsFolder } from './folders.ts';
import type { StartOptions } from './options.ts';
import { isPortInUse } from './port.ts';

/** The properties of a local environment that other commands need. */
export interface RunningWorld extends Pick<StartOptions, 'port' | 'state' | 'secrets'> {
  /** Origin of the application behind the environment's guard. Undefined if there is no guard. */
  guarded?: string | undefined;
}

const recordOf = (port: number | string) => path.resolve(io().cwd, worldsFolder, `${port}.json`);

/** Records that a local environment runs. @returns a function that removes the record. */
export function registerRunningWorld({ port, state, secrets, application, guard }: StartOptions): () => void {
  const world: RunningWorld = { port, state, secrets, guarded: guard && application };
  writeFileSync(recordOf(port), JSON.stringify(world));
  return () => rmSync(recordOf(port), { force: true });
}

/**
 * Returns the secrets file of the local environment at a port, or undefined if no environment was started at that
 * port.
 */
export const findSecretsFile = (port: string): string | undefined => readRecord(recordOf(port))?.secrets;

/**
 * Returns this folder's running local environments, starting with the one at the default port. Ports are checked
 * because a killed environment leaves its record behind.
 */
export async function runningWorlds(): Promise<RunningWorld[]> {
  const records = globSync(recordOf('*')).flatMap((file) => readRecord(file) ?? []);
  const running: RunningWorld[] = [];
  for (const record of records) if (await isPortInUse(record.port)) running.push(record);
  return running.sort((left, right) => Number(right.port === 8787) - Number(left.port === 8787));
}

function readRecord(file: string): RunningWorld | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
