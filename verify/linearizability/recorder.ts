import type { Operation } from './linearizable.ts';

/** Records simultaneous operations and their answers. */
export class Recorder<Op> {
  readonly operations: Operation<Op>[] = [];
  #moment = 0;

  /** @param ask performs the operation. @returns its answer; undefined if it was lost: its caller cannot know more, and stops. */
  async record(op: Op, ask: () => Promise<string | undefined>): Promise<string | undefined> {
    const operation: Operation<Op> = {
      op,
      called: this.#moment,
      returned: Number.POSITIVE_INFINITY,
      answer: undefined,
    };
    this.#moment += 1;
    this.operations.push(operation);
    operation.answer = await ask().catch(() => undefined);
    if (operation.answer !== undefined) operation.returned = this.#moment;
    this.#moment += 1;
    return operation.answer;
  }

  /** The history for a reader of a failure. */
  toString(): string {
    return this.operations
      .map(({ op, called, returned, answer }) => `${called} to ${returned}: ${JSON.stringify(op)} ${answer}`)
      .join('\n');
  }
}

/** Simultaneous operations that are recorded. */
export interface History {
  recorder: Recorder<object>;
  prepare(): Promise<void>;
  run(): Promise<unknown>;
  /** Records the final state, once every operation is answered. */
  look(): Promise<void>;
  isLinearizable(): boolean;
}
