import { expect, test } from 'vitest';
import { isLinearizable, type Operation, type Step } from './linearizable.ts';

/** A code: it is redeemed once. */
const once: Step<boolean, 'redeem' | 'look'> = (isSpent, op) =>
  op === 'look' ? [[isSpent ? 'spent' : 'good', isSpent]] : [[isSpent ? 'no' : 'token', true]];

type Op = 'redeem' | 'look';
const never = Number.POSITIVE_INFINITY;
const did = (op: Op, called: number, returned: number, answer?: string): Operation<Op> => ({
  op,
  called,
  returned,
  answer,
});

test.each<[why: string, history: Operation<Op>[]]>([
  ['nothing happened', []],
  ['one after the other', [did('redeem', 0, 1, 'token'), did('redeem', 2, 3, 'no')]],
  ['at once, the second one first', [did('redeem', 0, 3, 'no'), did('redeem', 1, 2, 'token')]],
  ['a look in between sees either', [did('redeem', 0, 3, 'token'), did('look', 1, 2, 'good')]],
  ['no answer, and it happened', [did('redeem', 0, never), did('redeem', 1, 2, 'no')]],
  ['no answer, and it did not happen', [did('redeem', 0, never), did('redeem', 1, 2, 'token')]],
  [
    'no answer, and it happened late',
    [did('redeem', 0, never), did('look', 1, 2, 'good'), did('look', 3, 4, 'spent')],
  ],
])('a history is linearizable: %s', (_, history) => {
  expect(isLinearizable(history, false, once)).toBe(true);
});

test.each<[why: string, history: Operation<Op>[]]>([
  ['two tokens of one code', [did('redeem', 0, 3, 'token'), did('redeem', 1, 2, 'token')]],
  ['a refusal before anything', [did('redeem', 0, 1, 'no'), did('redeem', 2, 3, 'token')]],
  ['an answer that is none', [did('redeem', 0, 1, 'maybe')]],
  ['good again after it was spent', [did('redeem', 0, 1, 'token'), did('look', 2, 3, 'good')]],
  [
    'spent, and then good, while it is redeemed',
    [did('redeem', 0, 9, 'token'), did('look', 1, 2, 'spent'), did('look', 3, 4, 'good')],
  ],
  [
    'one lost request spends one code, not two',
    [did('redeem', 0, never), did('redeem', 1, 2, 'token'), did('redeem', 3, 4, 'token')],
  ],
])('a history is not linearizable: %s', (_, history) => {
  expect(isLinearizable(history, false, once)).toBe(false);
});
