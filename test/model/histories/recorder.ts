import type { Operation } from './linearizable.ts';

/** Writes down what is asked and answered at the same time. */
export class Recorder<Op> {
  readonly operations: Operation<Op>[] = [];
  #moment = 0;

  /** @param ask does it. @returns its answer; undefined where it was lost: its asker can't know more, and stops. */
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

  /** For who has to find out what went wrong. */
  toString(): string {
    return this.operations
      .map(({ op, called, returned, answer }) => `${called} to ${returned}: ${JSON.stringify(op)} ${answer}`)
      .join('\n');
  }
}

/** Something that happens at the same time, and is written down. */
export interface History {
  recorder: Recorder<object>;
  /** The last step before it. */
  prepare(): Promise<void>;
  run(): Promise<unknown>;
  /** Looks at what is left, once everything is answered. */
  look(): Promise<void>;
  isLinearizable(): boolean;
}
