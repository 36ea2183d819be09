import * as v from 'valibot';
import { namedObject } from '../../workers/core/storage/named-object.ts';
import { pick, readSettings } from '../../workers/core/worker/settings.ts';
import { toStoredSecret } from '../../workers/service/registry/application-secrets.ts';
import { clearApplicationCache } from '../../workers/service/registry/applications.ts';
import { bindings } from '../../workers/service/settings/service-bindings.ts';
import { directoryOf } from '../directory/index.ts';
import { demoApplications, redirectUrisSetting } from './demo-applications.ts';
import { environmentOf } from './environment.ts';
import { createGeneration, currentGeneration, resumeGeneration, switchToGeneration } from './generation.ts';
import { registerOrUpdateApplication, registrar } from './register-demo-applications.ts';
import { type Credentials, readWorld, type SavedWorld, writeWorld } from './saved-world.ts';
import type { WorldEnv } from './world-env.ts';
import { readSeed, type WorldSeed } from './world-seed.ts';

const schema = v.object({
  ...pick(bindings, 'LOCATION_HINT', 'APPLICATION', 'APPLICATIONS', 'KEYS', 'BASE_URL'),
  REDIRECT_URIS: redirectUrisSetting,
});
type Env = v.InferOutput<typeof schema>;

interface PlantedWorld extends SavedWorld {
  rawEnv: WorldEnv;
  origin: string;
}

let present: PlantedWorld | undefined;

/**
 * Returns the registered applications, beginning with the seed's applications. Call this function only after the
 * local environment has started.
 */
export const registeredApplications = (): Credentials[] => present?.applications ?? [];

/**
 * Starts the local environment with its seed, or resumes a saved environment. No request is handled before this is
 * done. @throws {ProtocolError} `faulty_seed` if the seed is invalid.
 */
export async function startOrResumeWorld(rawEnv: WorldEnv, origin: string): Promise<void> {
  if (present !== undefined) return;
  const made =
    (await resume(rawEnv, origin)) ?? (await makeWorld(rawEnv, origin, JSON.parse(rawEnv.SEED ?? '{}')));
  // While this request prepared a generation, another request may have started a generation and stored data in it.
  if (present === undefined) await enter(made);
}

/**
 * Resets the local environment, which deletes all stored data and resets the clock. @param newSeed the seed for
 * this and later resets as JSON, or undefined to keep the current seed. @throws {ProtocolError} `faulty_seed` if
 * the seed is invalid. In this case, the environment stays unchanged.
 */
export async function reset(newSeed?: unknown): Promise<void> {
  if (present === undefined) return;
  const { rawEnv, origin, givenSeed } = present;
  await enter(await makeWorld(rawEnv, origin, newSeed ?? givenSeed));
}

async function enter(world: PlantedWorld): Promise<void> {
  present = world;
  clearApplicationCache();
  switchToGeneration(world.generation);
  await writeWorld(world.rawEnv, world);
}

/** Resumes the saved local environment at its current URL. @returns undefined if no environment was saved. */
async function resume(rawEnv: WorldEnv, origin: string): Promise<PlantedWorld | undefined> {
  const saved = await readWorld(rawEnv);
  if (saved === undefined) return undefined;
  const { givenSeed } = saved;
  const generation = resumeGeneration(saved.generation);
  const env = readSettings(schema, environmentOf(rawEnv, origin, generation));
  const demos = demosOf(await readSeed(givenSeed, origin), env);
  await Promise.all(
    demos.map((seed) => registerOrUpdateApplication(env, seed, Math.floor(Date.now() / 1000))),
  );
  const applications = saved.applications.map(
    (application) => demos.find(({ client_id }) => client_id === application.client_id) ?? application,
  );
  return { rawEnv, origin, givenSeed, generation, applications: applications.map(credentialsOf) };
}

async function makeWorld(rawEnv: WorldEnv, origin: string, givenSeed: unknown): Promise<PlantedWorld> {
  const seed = await readSeed(givenSeed, origin);
  const generation = createGeneration(seed.limits);
  const applications = await plant(environmentOf(rawEnv, origin, generation), seed);
  return { rawEnv, origin, givenSeed, generation, applications };
}

async function plant(env: WorldEnv, seed: WorldSeed): Promise<Credentials[]> {
  const checked = readSettings(schema, env);
  const seeded = seed.applications.map((application) => ({
    ...application,
    redirect_uris: [...new Set([...application.redirect_uris, ...checked.REDIRECT_URIS])],
  }));
  const all = [...seeded, ...demosOf(seed, checked)];
  const at = Math.floor(Date.now() / 1000);
  const registered = all.map(async ({ client_secret, ...application }) => {
    const secrets = [await toStoredSecret(checked.KEYS, 's1', client_secret, at)];
    const object = namedObject(checked.APPLICATION, application.client_id, checked);
    await object.register({ ...application, secrets, created: at }, at, registrar);
  });
  await Promise.all([...registered, directoryOf(env).plant(seed.people, [...seed.faults])]);
  return all.map(credentialsOf);
}

const credentialsOf = ({ client_id, client_secret, name, redirect_uris }: Credentials): Credentials => ({
  client_id,
  client_secret,
  name,
  redirect_uris,
});

/** The demo applications, except those that the seed replaces. */
const demosOf = (
  { applications }: WorldSeed,
  { BASE_URL, REDIRECT_URIS }: Pick<Env, 'BASE_URL' | 'REDIRECT_URIS'>,
) =>
  demoApplications(BASE_URL, REDIRECT_URIS).filter(
    (demo) => !applications.some(({ client_id }) => client_id === demo.client_id),
  );

/**
 * Moves the local environment's clock forward. @param seconds the time by which to move the clock.
 * @returns the new time, in seconds since 1970.
 */
export async function advance(seconds: number): Promise<number> {
  const generation = currentGeneration();
  generation.ahead = (generation.ahead ?? 0) + seconds * 1000;
  if (seconds !== 0 && present !== undefined) await writeWorld(present.rawEnv, present);
  return Math.floor((Date.now() + generation.ahead) / 1000);
}
