import { expect, onTestFinished, test } from 'vitest';
import { type Application, cacheCopy, findApplication } from '../../workers/service/registry/applications.ts';
import { currentGeneration, switchToGeneration } from '../world/generation.ts';
import type { WorldEnv } from '../world/world-env.ts';
import { ownWorld } from './support/own-world.ts';

const { reset, startOrResumeWorld } = await ownWorld('reset');

const client_id = 'demoshop000000000001';
const now = 1_800_000_000;

/** A world whose objects take everything, and whose KV has nothing. */
function emptyEnv(asked: string[]): WorldEnv {
  const object = { register: async () => undefined, plant: async () => undefined };
  const objects = { idFromName: String, get: () => object };
  const APPLICATIONS = {
    get: async (key: string) => {
      asked.push(key);
      return null;
    },
    put: async () => undefined,
  };
  return { SEED: '{}', APPLICATION: objects, DIRECTORY: objects, APPLICATIONS } as unknown as WorldEnv;
}

test('a reset clears cached applications, so that another seed may use the same client_id', async () => {
  const before = currentGeneration();
  onTestFinished(() => switchToGeneration(before));
  const asked: string[] = [];
  const env = emptyEnv(asked);
  await startOrResumeWorld(env, 'http://localhost:8787');
  cacheCopy({ client_id, version: 1_000 } as Application, now);
  await reset({});
  const found = await findApplication({ env, now, log: () => undefined } as never, client_id);
  expect([found, asked.at(-1)]).toEqual([undefined, `application:${client_id}`]);
});
