import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { wranglerEnvironment } from '../start/environment.ts';
import { type RunningWorld, runningWorlds } from '../start/running-worlds.ts';
import { readLocalSecrets } from '../start/secrets.ts';

/** How often to look whether plid has been started, in milliseconds. */
const interval = 500;

/** The samples that a request reaches only through the guard: they do not start before they know whose signature to believe. */
const behindGuard = ['behind-guard'];

/**
 * The environment of a sample beside a local world: the world's address, the key that its guard signs with, and the folder in which it registers
 * its workers. Variables of this process come first. A sample behind the guard waits until there is a world with a guard.
 */
export async function sampleEnvironment(name: string): Promise<NodeJS.ProcessEnv> {
  const isTold = process.env.GATEWAY_ORIGIN !== undefined;
  const needsGuard = behindGuard.includes(name) && !isTold;
  const guarded = needsGuard ? await guardedWorld() : undefined;
  const world = guarded ?? (await runningWorlds())[0];
  return {
    ...wranglerEnvironment(world?.state ?? path.resolve('.wrangler/state')),
    NEXT_TELEMETRY_DISABLED: '1',
    ...(world !== undefined && settingsOf(world)),
    ...(guarded !== undefined && applicationOf(guarded)),
    ...process.env,
  };
}

function settingsOf({ port, secrets }: RunningWorld): NodeJS.ProcessEnv {
  const origin = `http://localhost:${port}`;
  const { IDENTITY_KEY } = readLocalSecrets(secrets);
  return { PLID_SERVICE: origin, GATEWAY_URL: origin, GATEWAY_ORIGIN: origin, IDENTITY_KEY };
}

/** The address at which the guard of a world expects the sample. */
const applicationOf = ({ guarded = '' }: RunningWorld): NodeJS.ProcessEnv => ({
  APPLICATION_URL: guarded,
  PORT: new URL(guarded).port || '80',
});

/** Says once what to start, and waits for it. */
async function guardedWorld(): Promise<RunningWorld> {
  for (let told = false; ; told = true) {
    const world = (await runningWorlds()).find(({ guarded }) => guarded !== undefined);
    if (world !== undefined) return world;
    if (!told)
      console.error(
        'Start plid in another terminal: npm start -- --application http://localhost:3000 --guard --public-paths "/"',
      );
    await wait(interval);
  }
}
