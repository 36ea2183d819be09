import { watchCrypto } from '../../test/support/fakes/schedule.ts';
import { applicationScene } from './application-scene.ts';
import { passkeyScene } from './passkey-scene.ts';
import type { Scene } from './scene.ts';
import { sessionScene } from './session-scene.ts';
import { signInScene } from './sign-in-scene.ts';
import { globals, SimulatedWorld } from './simulated-world.ts';
import { leaveScene } from './terminate-account-scene.ts';

Object.assign(globalThis, { scheduled: globals });

const scenes: readonly Scene[] = [
  signInScene({ isKnown: true, isLeft: true }),
  signInScene({ isKnown: true, isLeft: false }),
  signInScene({ isKnown: false, isLeft: true }),
  leaveScene,
  sessionScene,
  applicationScene,
  passkeyScene,
];

/** Prepares all scenes; the first world is played without failures, so that every permanent value exists. */
export async function prepare(): Promise<void> {
  watchCrypto();
  for (const scene of scenes) {
    await scene.prepare?.();
    await play(scene, []);
  }
}

/** Plays one of the scenes. @param choices decide the schedule. @throws if a promise is broken, with the trace in the message. */
export const playOne = (index: number, choices: readonly number[]): Promise<void> =>
  play(scenes[index % scenes.length] as Scene, choices);

async function play(scene: Scene, choices: readonly number[]): Promise<void> {
  const world = new SimulatedWorld(choices);
  try {
    await scene.play(world);
  } catch (failure) {
    const said = failure instanceof Error ? failure.message : String(failure);
    throw new Error(`${scene.name}: ${said}\n${world.schedule.trace.join('\n')}`, { cause: failure });
  } finally {
    world.close();
  }
}
