import type { DurableObject } from 'cloudflare:workers';
import { withLocalMark } from './local-mark.ts';

/** A Durable Object class of the gateway's workers. */
type ObjectClass<Env> = new (state: DurableObjectState, env: Env) => DurableObject<Env>;

/**
 * Returns a Durable Object class with settings that are defined in code. They override those of `env`.
 * @param settingsOf returns the settings of the gateway that the class belongs to.
 */
export const configuredObject = <Env extends object>(
  objects: ObjectClass<Env>,
  settingsOf: (env: object) => object,
) =>
  class extends objects {
    constructor(state: DurableObjectState, env: object) {
      // The object checks its settings itself.
      super(state, withLocalMark({ ...env, ...settingsOf(env) }) as Env);
    }
  };
