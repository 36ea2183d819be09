import type { LivingWorld } from './living-world.ts';
import type { Life } from './model.ts';

/** Moves the time of the workers and of the model. */
export async function advance(life: Life, { world }: LivingWorld, seconds: number): Promise<void> {
  life.now += seconds;
  await world.clock.advance(seconds);
}
