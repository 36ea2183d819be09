import { bundleWorkers } from './bundles.ts';

/** Runs once, before all tests. */
export async function setup(): Promise<void> {
  await bundleWorkers();
}
