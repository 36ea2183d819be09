import { describe, expect, test } from 'vitest';
import { readConfirmation, readOutcome, readStart } from '../../../workers/core/carrier/read-answers.ts';
import {
  answersWith,
  oddAttributes,
  oddFields,
  otherUnusableAnswers,
  rudely,
  unusableAnswers,
} from '../../support/fakes/malformed-answers.ts';
import { hana } from '../../support/fixtures/grants.ts';

const requested = { status: 'requested', requestId: 'r1' };
const approved = { status: 'approved', identity: hana };
const started = { status: 'started', requestId: 'r1', open: { ios: 'tauthlink://r1' } };
const declined = { status: 'declined', retryAfter: 30 };
const polite = { confirm: requested, start: started, outcome: approved };
const read = { confirm: readConfirmation, start: readStart, outcome: readOutcome };
/** The right answers to a call that have a field, without it where it may be absent. */
const having = (call: keyof typeof read, field: string) =>
  [polite[call], declined, { status: 'unregistered' }, { status: 'denied' }].find(({ status }) =>
    (answersWith[field] ?? [polite[call].status]).includes(status),
  ) ?? polite[call];
/** The fault of a wrong answer or identity. */
const named: Record<string, unknown> = { answer: expect.any(String), identity: 'phoneNo' };
const shown = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(value).slice(0, 30) : String(value);

describe("a carrier's response", () => {
  test.each([
    ['confirm', { status: 'unconfirmed' }],
    ['confirm', requested],
    ['confirm', { status: 'requested', requestId: '~'.repeat(199) }],
    ['confirm', { ...requested, open: { ios: 'tauthlink://r1' }, calls: true, shown: ['browser', 'place'] }],
    ['confirm', { ...requested, install: { web: 'https://app.example.com/' } }],
    ['confirm', { ...requested, calls: false, shown: [] }],
    ['confirm', { status: 'unregistered' }],
    [
      'confirm',
      { status: 'unregistered', install: { web: 'https://app.example.com/', android: 'market:a' } },
    ],
    ['confirm', { status: 'declined', retryAfter: 1 }],
    ['confirm', { status: 'declined', retryAfter: 86_400 }],
    ['start', { status: 'declined', retryAfter: 30 }],
    ['start', { ...started, calls: true, shown: ['application'], code: '8Jk2m5QyT0vWz7Rb' }],
    ['outcome', { status: 'cancelled' }],
    ['outcome', { status: 'denied', why: 'blocked' }],
    ['outcome', { ...approved, phone: { country: 'KR', network: 'SK텔레콤' }, method: 'biometric' }],
    ['outcome', { status: 'pending' }],
    ['outcome', { status: 'expired' }],
    ['outcome', { status: 'denied' }],
    ['outcome', approved],
    ['outcome', { status: 'approved', identity: { phoneNo: hana.phoneNo } }],
  ] as const)('to %s is accepted unchanged: %j', (call, answer) => {
    expect(read[call](answer)).toEqual({ answer, foreign: [] });
  });

  test('loses unknown fields', () => {
    const more = { ...approved, identity: { ...hana, address: '서울', plid: 'x', nickname: null }, more: 1 };
    expect(readOutcome(more)).toEqual({ answer: approved, foreign: [] });
    expect(readConfirmation({ ...requested, more: 1 })).toEqual({ answer: requested, foreign: [] });
  });

  test.each(
    [...unusableAnswers, ...otherUnusableAnswers].map(
      (rude) => [rude.call, rude.field, shown(rude.value), rude] as const,
    ),
  )('to %s is rejected if its %s is %s', (call, field, _, rude) => {
    const { answer, foreign } = read[call](rudely(having(call, field), rude));
    expect(answer).toBeUndefined();
    expect(foreign).toEqual([named[field] ?? field]);
  });

  test.each(oddAttributes.map((rude) => [rude.field, shown(rude.value), rude] as const))(
    'loses its %s if that is %s',
    (field, _, rude) => {
      const { [field as 'name']: __, ...identity } = hana;
      expect(readOutcome(rudely(approved, rude))).toEqual({
        answer: { status: 'approved', identity },
        foreign: [field],
      });
    },
  );

  test.each(oddFields.map((rude) => [rude.call, rude.field, shown(rude.value), rude] as const))(
    'to %s loses its %s if that is %s',
    (call, field, _, rude) => {
      const answer = having(call, field);
      expect(read[call](rudely(answer, rude))).toEqual({ answer, foreign: [field] });
    },
  );

  test.each([
    [
      readConfirmation,
      { ...requested, shown: ['browser', 'later', 1] },
      { ...requested, shown: ['browser'] },
    ],
    [
      readConfirmation,
      { ...requested, open: { ios: 1, web: 'a:b' } },
      { ...requested, open: { web: 'a:b' } },
    ],
    [
      readOutcome,
      { ...approved, phone: { country: 'KR', network: 1 } },
      { ...approved, phone: { country: 'KR' } },
    ],
  ])('keeps the valid entries of a list or set: %o, %j', (reader, sent, answer) => {
    expect(reader(sent)).toEqual({ answer, foreign: [] });
  });

  test('reports every dropped field', () => {
    const odd = { phoneNo: hana.phoneNo, name: null, gender: '1', telcoCd: 'SKT', foreign: 'L' };
    expect(readOutcome({ status: 'approved', identity: odd })).toEqual({
      answer: { status: 'approved', identity: { phoneNo: hana.phoneNo, foreign: 'L' } },
      foreign: ['name', 'gender', 'telcoCd'],
    });
  });

  test('has names in composed letters (NFC), in whatever form and length they were sent', () => {
    const nameOf = (name: string) => {
      const { answer } = readOutcome({ status: 'approved', identity: { phoneNo: hana.phoneNo, name } });
      return answer?.status === 'approved' ? answer.identity.name : undefined;
    };
    expect(nameOf('김하나'.normalize('NFD'))).toBe('김하나');
    expect(nameOf('각'.repeat(200).normalize('NFD'))).toBe('각'.repeat(200));
    expect(nameOf('José'.normalize('NFD'))).toBe('José'.normalize('NFC'));
  });
});
