/**
 * How Durable Objects fail: `reset` as where the platform ends one under a call, which it marks so; `bug` as where our
 * own code throws.
 */
export type ObjectFailure = 'reset' | 'bug';

let failure: ObjectFailure | undefined;
let resetId = '';
let calls = 0;

/** From now on every call to any object of this worker fails so, or none. */
export function failWith(next: ObjectFailure | undefined): void {
  failure = next;
}

/** From now on every call to the object of this id is met by a reset; to none where it is empty. */
export function resetOne(id: string): void {
  resetId = id;
}

/** How many calls have reached the objects of this worker, those that failed included. */
export const callsSoFar = (): number => calls;

/** Lets each method of a class fail on demand. @param uncounted what only alarms call, at moments of their own. */
export function breakable({ prototype }: { prototype: object }, uncounted: readonly string[] = []): void {
  for (const name of Object.getOwnPropertyNames(prototype).filter(
    (each) => !['constructor', 'alarm'].includes(each),
  )) {
    const method = Reflect.get(prototype, name);
    Reflect.set(prototype, name, function (this: { ctx: DurableObjectState }, ...parameters: unknown[]) {
      if (!uncounted.includes(name)) calls += 1;
      if (failure === 'bug') throw new TypeError('x is not a function');
      if (failure === 'reset' || this.ctx.id.toString() === resetId)
        this.ctx.abort('the tests let this object fail');
      return method.apply(this, parameters);
    });
  }
}
