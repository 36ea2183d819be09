/** One operation of a history, the moments of its call and its answer, and the answer. */
export interface Operation<Op> {
  op: Op;
  /** Moments are numbered in their order; an operation without an answer never returns. */
  called: number;
  returned: number;
  /** Undefined without an answer: the operation may have happened at any time since, or never. */
  answer: string | undefined;
}

/** The answers that an operation may give in a state, each with the next state; several if the promise leaves it open. */
export type Step<State, Op> = (state: State, op: Op) => readonly (readonly [answer: string, next: State])[];

/**
 * Whether the operations could have happened one after the other, each between its call and its answer, with exactly these
 * answers (Wing and Gong 1993; states that were tried are remembered, as in Lowe 2017).
 * @param state equal states must have the same JSON.
 */
export function isLinearizable<State, Op>(
  operations: readonly Operation<Op>[],
  state: State,
  step: Step<State, Op>,
): boolean {
  const tried = new Set<string>();

  function canGoOn(remaining: readonly Operation<Op>[], current: State): boolean {
    if (remaining.every(({ answer }) => answer === undefined)) return true;
    const indexes = remaining.map((operation) => operations.indexOf(operation));
    const place = `${indexes.join()} ${JSON.stringify(current)}`;
    if (tried.has(place)) return false;
    tried.add(place);
    const firstReturn = Math.min(...remaining.map(({ returned }) => returned));
    return remaining
      .filter(({ called }) => called < firstReturn)
      .some((operation) => {
        const rest = remaining.filter((other) => other !== operation);
        return step(current, operation.op)
          .filter(([answer]) => operation.answer === undefined || operation.answer === answer)
          .some(([, next]) => canGoOn(rest, next));
      });
  }

  return canGoOn(operations, state);
}
