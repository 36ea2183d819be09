import { Flow as RealFlow } from '../../../workers/gateway/objects/flow.ts';
import { User as RealUser } from '../../../workers/gateway/objects/user.ts';
import {
  breakable,
  callsSoFar,
  failWith,
  type ObjectFailure,
  resetOne,
} from '../doubles/breakable-objects.ts';
import { type AtRest, inspect } from './inspect-storage.ts';

/** The gateway's Durable Objects, with a window for tests, and a switch with which they fail. */

const claimed = new Set<string>();

export class Flow extends RealFlow {
  override claim(...parameters: Parameters<RealFlow['claim']>) {
    claimed.add(this.ctx.id.toString());
    return super.claim(...parameters);
  }

  /** The ids of all flows that anybody has tried to claim. */
  claimed(): string[] {
    return [...claimed];
  }

  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }
}

export class User extends RealUser {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }

  /** From now on every call to the object of this id fails. */
  failOne(id: string): void {
    resetOne(id);
  }

  /** From now on every call to any object fails so, or none. */
  fail(failure: ObjectFailure | undefined): void {
    failWith(failure);
  }

  /** Uses up a part of a rate limit from within the runtime, where thousands of calls take a moment. @returns how often it allowed it. */
  async spend(key: string, times: number): Promise<number> {
    const limit: RateLimit = Reflect.get(this.env, 'APP_TOTAL_LIMIT');
    let allowed = 0;
    for (let call = 0; call < times; call += 1) if ((await limit.limit({ key })).success) allowed += 1;
    return allowed;
  }

  calls(): number {
    return callsSoFar();
  }
}

breakable(RealFlow);
breakable(RealUser, ['listed', 'list', 'unlist']);

export { default } from '../../../workers/gateway/objects/index.ts';
