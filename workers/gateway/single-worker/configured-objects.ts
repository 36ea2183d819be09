import { Flow as FlowObject } from '../objects/flow.ts';
import { User as UserObject } from '../objects/user.ts';
import { withLocalMark } from './local-mark.ts';

/** Without {@link setObjectSettings}, nothing overrides `env` except that no clock is read from it. */
let settingsOf: (env: object) => object = () => ({ CLOCK: undefined });

/** Makes settings that are defined in code available to the Durable Objects, which run in the same script. */
export function setObjectSettings(read: (env: object) => object): void {
  settingsOf = read;
}

/** Returns an object's `env` with the settings that are defined in code. */
export const completed = <Env extends object>(env: Env): Env => withLocalMark({ ...env, ...settingsOf(env) });

/** The `Flow` object of the single Worker. */
export class Flow extends FlowObject {
  constructor(state: DurableObjectState, env: ConstructorParameters<typeof FlowObject>[1]) {
    super(state, completed(env));
  }
}

/** The `User` object of the single Worker. */
export class User extends UserObject {
  constructor(state: DurableObjectState, env: ConstructorParameters<typeof UserObject>[1]) {
    super(state, completed(env));
  }
}
