import * as v from 'valibot';
import { namedObject } from '../../core/storage/named-object.ts';
import { pick, readSettings } from '../../core/worker/settings.ts';
import { storeSecret } from '../../service/shared/application-secrets.ts';
import { forgetApplications } from '../../service/shared/applications.ts';
import { bindings } from '../../service/shared/service-bindings.ts';
import { directoryOf } from '../directory/index.ts';
import { demoApplications } from './demo-applications.ts';
import { environmentOf } from './environment.ts';
import { createGeneration, currentGeneration, type Generation, switchTo } from './generation.ts';
import type { WorldEnv } from './world-env.ts';
import { readSeed, type SeededApplication, type WorldSeed } from './world-seed.ts';

const schema = v.object(pick(bindings, 'LOCATION_HINT', 'APPLICATION', 'KEYS', 'BASE_URL'));

/** An application as a test needs it. */
type Credentials = Pick<SeededApplication, 'client_id' | 'client_secret' | 'name' | 'redirect_uris'>;

/** The seed of the world, and everything that it has planted in a generation. */
interface PlantedWorld {
  rawEnv: WorldEnv;
  origin: string;
  seed: WorldSeed;
  generation: Generation;
  applications: Credentials[];
}

let present: PlantedWorld | undefined;

/** The applications of this world, those of its seed first. The world must have begun. */
export const plantedApplications = (): Credentials[] => present?.applications ?? [];

/** Waits until the world has begun, with all of its seed; no request is answered before. @throws {ProtocolError} `faulty_seed` */
export async function begin(rawEnv: WorldEnv, origin: string): Promise<void> {
  if (present !== undefined) return;
  const seed = await readSeed(JSON.parse(rawEnv.SEED ?? '{}'), origin);
  const made = await makeWorld({ rawEnv, origin, seed });
  // Another request may have begun one meanwhile, and written into it.
  if (present === undefined) enter(made);
}

/**
 * Begins the world anew: everything that was stored is gone, and the clock shows the real time again.
 * @param newSeed as JSON: for this world and those that follow; undefined for the current seed.
 * @throws {ProtocolError} `faulty_seed`: the world is then as it was.
 */
export async function reset(newSeed?: unknown): Promise<void> {
  if (present === undefined) return;
  const { rawEnv, origin, seed } = present;
  const next = newSeed === undefined ? seed : await readSeed(newSeed, origin);
  enter(await makeWorld({ rawEnv, origin, seed: next }));
}

function enter(world: PlantedWorld): void {
  present = world;
  forgetApplications();
  switchTo(world.generation);
}

async function makeWorld(begun: Pick<PlantedWorld, 'rawEnv' | 'origin' | 'seed'>): Promise<PlantedWorld> {
  const { rawEnv, origin, seed } = begun;
  const generation = createGeneration(seed.limits);
  return { ...begun, generation, applications: await plant(environmentOf(rawEnv, origin, generation), seed) };
}

async function plant(env: WorldEnv, { applications, people, faults }: WorldSeed): Promise<Credentials[]> {
  const checked = readSettings(schema, env);
  const seeded = new Set(applications.map(({ client_id }) => client_id));
  const demo = demoApplications(checked.BASE_URL).filter(({ client_id }) => !seeded.has(client_id));
  const all = [...applications, ...demo.map(asSeeded)];
  const at = Math.floor(Date.now() / 1000);
  const registered = all.map(async ({ client_secret, ...application }) => {
    const secrets = [await storeSecret(checked.KEYS, 's1', client_secret, at)];
    const object = namedObject(checked.APPLICATION, application.client_id, checked);
    await object.register({ ...application, secrets, created: at }, at);
  });
  await Promise.all([...registered, directoryOf(env).plant(people, [...faults])]);
  return all.map(({ client_id, client_secret, name, redirect_uris }) => ({
    client_id,
    client_secret,
    name,
    redirect_uris,
  }));
}

function asSeeded(application: ReturnType<typeof demoApplications>[number]) {
  return {
    reads: 'many',
    success: 'success',
    events: '',
    popup: false,
    iss: false,
    pkce: 'optional',
    par: 'optional',
    login_facts: false,
    minimum_age: 14,
    age_required: false,
    logo: '',
    ...application,
  } as const;
}

/** Moves the clock of this world. @param seconds forward. @returns the time, in seconds since 1970. */
export function advance(seconds: number): number {
  const generation = currentGeneration();
  generation.ahead = (generation.ahead ?? 0) + seconds * 1000;
  return Math.floor((Date.now() + generation.ahead) / 1000);
}
