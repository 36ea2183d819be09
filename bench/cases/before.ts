import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Case, System } from '../runner/system.ts';

/**
 * Adds the product of another checkout to each case, so that a change is measured beside what it changes, in the same rounds.
 * It is sent the requests of today.
 * @param folder the checkout; undefined leaves the cases as they are. A case that it has not stays so as well.
 */
export async function withBefore(cases: readonly Case[], folder: string | undefined): Promise<Case[]> {
  if (folder === undefined) return [...cases];
  const file = pathToFileURL(path.resolve(folder, 'bench/cases/index.ts')).href;
  const { allCases } = (await import(file)) as { allCases(): Promise<Case[]> };
  const before = await allCases();
  return cases.map((stated) => {
    const [now] = stated.systems;
    const product = before.find(({ name }) => name === stated.name)?.systems[0];
    if (now === undefined || product === undefined) return stated;
    const { requests } = now;
    return {
      ...stated,
      systems: [...stated.systems, { ...inFolder(product, path.resolve(folder)), requests }],
    };
  });
}

const inFolder = (system: System, folder: string): System => ({
  ...system,
  name: 'before',
  workers: system.workers.map((worker) => ({ ...worker, source: path.join(folder, worker.source) })),
});
