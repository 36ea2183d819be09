import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningWorld, runningWorlds } from '../start/running-worlds.ts';
import { readLocalSecrets } from '../start/secrets.ts';
import { wranglerEnvironment } from '../start/wrangler-environment.ts';

/** Interval between checks whether plid has started, in milliseconds. */
const interval = 500;

/** Samples that need the guard. They can start only after the guard's signing key is known. */
const behindGuard = ['behind-guard'];

/**
 * Returns the environment variables for a sample that runs next to a local environment. They contain the URL, the
 * guard's signing key, and the registry of workers. Variables of this process take precedence. For a sample behind
 * the guard, the function waits until a local environment with a guard runs.
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

/** Returns environment variables with the URL and the port at which the guard expects the sample. */
const applicationOf = ({ guarded = '' }: RunningWorld): NodeJS.ProcessEnv => ({
  APPLICATION_URL: guarded,
  PORT: new URL(guarded).port || '80',
});

/** Waits for a local environment with a guard, and prints once how to start one. */
async function guardedWorld(): Promise<RunningWorld> {
  for (let reported = false; ; reported = true) {
    const world = (await runningWorlds()).find(({ guarded }) => guarded !== undefined);
    if (world !== undefined) return world;
    if (!reported)
      console.error(
        'Start plid in another terminal: npm start -- --application http://localhost:3000 --guard --public-paths "/"',
      );
    await wait(interval);
  }
}
