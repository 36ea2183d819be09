import { rmSync } from 'node:fs';
import { wranglerEnvironment } from '../../../sandbox/start/wrangler-environment.ts';
import { announceBundles, bundleWorkers } from './bundles.ts';
import { chromiumVariable } from './find-chromium.ts';
import { folderVariable, removeLeftFolders, testFolder } from './isolation.ts';
import { formVariable } from './single-gateway.ts';

/** Variables that are meant for the tests themselves. */
const keptVariables = [
  chromiumVariable,
  'PLID_SEED',
  'PLID_KEPT_WORLDS',
  'PLID_TURN',
  'PLID_FIREFOX',
  formVariable,
];

/**
 * Runs once, before all tests, and prepares what they share: a folder of this run, and an environment without the developer's
 * own settings. Workers are bundled meanwhile (`bundlesAreMade`). @returns a function that removes the folder.
 */
export async function setup(): Promise<() => Promise<void>> {
  delete process.env[folderVariable];
  removeLeftFolders();
  const folder = testFolder();
  // Commands that a test runs have colours only if the test sets them.
  const { FORCE_COLOR: _, ...environment } = wranglerEnvironment(folder);
  const kept = keptVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment, Object.fromEntries(kept), {
    [folderVariable]: folder,
    // A worker under test gets its test's settings, and none from an .env file or from the environment.
    CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false',
  });
  // The module looks for the folder when it is loaded.
  const { writeConfigurations } = await import('./configurations.ts');
  writeConfigurations();
  // Tests that need no worker begin meanwhile.
  const bundled = bundleWorkers().then(
    () => announceBundles(),
    (failure: Error) => announceBundles(failure.message),
  );
  return async () => {
    await bundled;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}
