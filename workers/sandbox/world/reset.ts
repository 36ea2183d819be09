import * as v from 'valibot';
import { pick, readSettings } from '../../core/worker/settings.ts';
import { storeSecret } from '../../service/shared/application-secrets.ts';
import { forgetApplications } from '../../service/shared/applications.ts';
import { bindings } from '../../service/shared/service-bindings.ts';
import { directoryOf } from '../directory/index.ts';
import {
  createGeneration,
  currentGeneration,
  environmentOf,
  type Generation,
  switchTo,
} from './generation.ts';
import { demoApplications } from './seed.ts';
import type { LocalEnv } from './world.ts';
import { readSeed, type SeededApplication, type WorldSeed } from './world-seed.ts';

/** The bindings of the worker, as it was started with them. */
export interface RawEnv extends LocalEnv {
  /** The seed of the world that it begins with, as JSON. */
  SEED?: string;
}

const schema = v.object(pick(bindings, 'APPLICATION', 'KEYS', 'BASE_URL'));

/** An application as a test needs it. */
type Credentials = Pick<SeededApplication, 'client_id' | 'client_secret' | 'name' | 'redirect_uris'>;

/** A generation with everything that a seed plants in it. */
interface PlantedWorld {
  seed: WorldSeed;
  generation: Generation;
  applications: Credentials[];
}

let present: PlantedWorld | undefined;
/** Planted ahead of the next reset, so that this takes no time. */
let spare: PlantedWorld | undefined;

/** The applications of this world, those of its seed first. The world must have begun. */
export const plantedApplications = (): Credentials[] => present?.applications ?? [];

/**
 * Sees to it that the world has begun, with all of its seed: nobody is answered before.
 * @returns whether it has begun now. @throws {ProtocolError} `faulty_seed`
 */
export async function begin(env: RawEnv): Promise<boolean> {
  if (present !== undefined) return false;
  const { BASE_URL } = readSettings(schema, env);
  const made = await makeWorld(env, await readSeed(JSON.parse(env.SEED ?? '{}'), BASE_URL));
  // Another request may have begun one meanwhile, and written into it.
  if (present !== undefined) return false;
  enter(made);
  return true;
}

/**
 * Begins the world anew: everything that was stored is gone, and the clock shows the real time again.
 * @param newSeed as JSON: for this world and those that follow; undefined for the seed of before.
 * @throws {ProtocolError} `faulty_seed`: the world is then as it was.
 */
export async function reset(env: RawEnv, newSeed?: unknown): Promise<void> {
  const { BASE_URL } = readSettings(schema, env);
  const before = newSeed === undefined ? present?.seed : undefined;
  const seed = before ?? (await readSeed(newSeed ?? {}, BASE_URL));
  const ready = spare?.seed === seed ? spare : undefined;
  spare = undefined;
  enter(ready ?? (await makeWorld(env, seed)));
}

function enter(world: PlantedWorld): void {
  present = world;
  forgetApplications();
  switchTo(world.generation);
}

/** Plants the world that the next reset begins, while nobody waits for it. */
export async function prepareNext(env: RawEnv): Promise<void> {
  const seed = present?.seed;
  if (seed === undefined || spare !== undefined) return;
  const made = await makeWorld(env, seed);
  if (present?.seed === seed) spare = made;
}

async function makeWorld(env: RawEnv, seed: WorldSeed): Promise<PlantedWorld> {
  const generation = createGeneration(seed.limits);
  return { seed, generation, applications: await plant(environmentOf(env, generation), seed) };
}

async function plant(env: LocalEnv, { applications, people, faults }: WorldSeed): Promise<Credentials[]> {
  const { APPLICATION, KEYS, BASE_URL } = readSettings(schema, env);
  const seeded = new Set(applications.map(({ client_id }) => client_id));
  const demo = demoApplications(BASE_URL).filter(({ client_id }) => !seeded.has(client_id));
  const all = [...applications, ...demo.map(asSeeded)];
  const at = Math.floor(Date.now() / 1000);
  const registered = all.map(async ({ client_secret, ...application }) => {
    const secrets = [await storeSecret(KEYS, 's1', client_secret, at)];
    const object = APPLICATION.get(APPLICATION.idFromName(application.client_id));
    await object.register({ ...application, secrets, created: at }, at);
  });
  await Promise.all([...registered, directoryOf(env).plant(people, [...faults])]);
  return all.map(({ client_id, client_secret, name, redirect_uris }) => ({
    ...{ client_id, client_secret, name, redirect_uris },
  }));
}

function asSeeded(application: ReturnType<typeof demoApplications>[number]) {
  return { reads: 'many', success: 'success', events: '', popup: false, ...application } as const;
}

/** Moves the clock of this world. @param seconds forward. @returns the time, in seconds since 1970. */
export function advance(seconds: number): number {
  const generation = currentGeneration();
  generation.ahead += seconds * 1000;
  return Math.floor((Date.now() + generation.ahead) / 1000);
}
