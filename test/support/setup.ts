import { bundleWorkers } from './bundles.ts';
import { writeConfigurations } from './workers.ts';

/** Runs once, before all tests. */
export async function setup(): Promise<void> {
  writeConfigurations();
  await bundleWorkers();
}
