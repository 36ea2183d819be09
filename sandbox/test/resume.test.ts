import { expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../world/environment.ts';
import { currentGeneration, generationOf, stageOf, switchToGeneration } from '../world/generation.ts';
import type { WorldEnv } from '../world/world-env.ts';
import { ownWorld } from './support/own-world.ts';

const { advance, startOrResumeWorld } = await ownWorld('resume');

const ahead = 86_400_000;
const origin = 'http://localhost:8787';

/** An environment that was saved in its third generation, with its clock one day ahead. */
function savedEnv(): WorldEnv {
  const object = { read: async () => ({ deleted: 1 }) };
  const objects = { idFromName: String, get: () => object };
  const world = { givenSeed: {}, generation: { prefix: 'g2 ', ahead, hasLimits: false }, applications: [] };
  const APPLICATIONS = {
    get: async (key: string) => (key === 'world' ? structuredClone(world) : null),
    put: async () => undefined,
  };
  return { SEED: '{}', APPLICATION: objects, DIRECTORY: objects, APPLICATIONS } as unknown as WorldEnv;
}

test('two requests resume the same generation, and alarms before them neither run nor delete data', async () => {
  const before = currentGeneration();
  onTestFinished(() => switchToGeneration(before));
  const env = savedEnv();
  const [earlier, saved] = [{ name: 'g1 account' }, { name: 'g2 account' }];
  // Alarms wake objects before the first request.
  const early = environmentOf(env, undefined, generationOf(saved));
  expect([stageOf(earlier), stageOf(saved)]).toEqual(['upcoming', 'upcoming']);

  const resumed = [startOrResumeWorld(env, origin), startOrResumeWorld(env, origin)];
  await Promise.all(resumed);
  expect([stageOf(earlier), stageOf(saved)]).toEqual(['earlier', 'current']);
  expect(generationOf(saved)).toBe(currentGeneration());
  await advance(60);
  const now = await early.CLOCK?.now();
  expect(now).toBeGreaterThan(Date.now() + ahead + 50_000);
});
