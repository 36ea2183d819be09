/** One request of a history: what was asked, between which moments, and what was answered. */
export interface Operation<Op> {
  op: Op;
  /** Moments are numbered as they come; an operation without an answer never returns. */
  called: number;
  returned: number;
  /** Undefined where nothing was answered: it may have happened at any time since, or never. */
  answer: string | undefined;
}

/** What an operation may answer in a state, and the state afterwards; several where the promise leaves it open. */
export type Step<State, Op> = (state: State, op: Op) => readonly (readonly [answer: string, next: State])[];

/**
 * Whether there is an order in which the operations could have happened one after the other, each between its call and its
 * answer, with just these answers (Wing and Gong 1993; what was tried is remembered, as in Lowe 2017).
 * @param state must turn into the same JSON where it is the same.
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
