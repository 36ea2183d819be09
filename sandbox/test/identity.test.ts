import { describe, expect, test } from 'vitest';
import { sampleIdentity } from '../../workers/core/protocol/user-record.ts';
import { fixedSubscribers } from '../subscriber.ts';
import { agegroupOf, subscriberIdentity } from '../subscriber-identity.ts';

const at = (time: string) => Date.parse(time) / 1000;

describe('agegroup is the lower bound of the age band', () => {
  test.each([
    ['900101', '2026-11-21T00:00:00Z', '30'],
    ['040229', '2026-11-21T00:00:00Z', '20'],
    ['660606', '2026-11-21T00:00:00Z', '60'],
    ['160101', '2026-11-21T00:00:00Z', '10'],
    ['200101', '2026-11-21T00:00:00Z', '0'],
    ['270101', '2026-11-21T00:00:00Z', '90'],
    ['261231', '2026-11-21T00:00:00Z', '0'],
  ])('for a birth on %s, at %s: %s', (birthdate, time, expected) => {
    expect(agegroupOf(birthdate, at(time))).toBe(expected);
  });

  test('changing at midnight in Korea on the birthday', () => {
    expect(agegroupOf('961121', at('2026-11-20T14:59:59Z'))).toBe('20');
    expect(agegroupOf('961121', at('2026-11-20T15:00:00Z'))).toBe('30');
  });
});

describe("a carrier's identity", () => {
  const [hana, duri] = fixedSubscribers;
  if (hana === undefined || duri === undefined) throw new Error('There are no fixed subscribers');

  test('has every attribute of §2.1 in its format', async () => {
    expect(await subscriberIdentity(hana, at('2026-11-21T00:00:00Z'))).toEqual({
      ...sampleIdentity(),
      ci: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/),
      phoneNo: '01000000001',
      name: '김하나',
      gender: 'F',
      agegroup: '30',
      birthday: '0101',
      birthdate: '900101',
      foreign: 'L',
      telcoCd: 'S',
    });
  });

  test('has the same ci at any time and for any number, and another one for another person', async () => {
    const ciOf = async (subscriber: typeof hana, now: number) =>
      (await subscriberIdentity(subscriber, now)).ci;
    expect(await ciOf(hana, 0)).toBe(await ciOf(hana, at('2040-01-01T00:00:00Z')));
    expect(await ciOf(hana, 0)).toBe(await ciOf({ ...hana, phoneNo: duri.phoneNo, telcoCd: 'K' }, 0));
    expect(await ciOf(hana, 0)).not.toBe(await ciOf(duri, 0));
    expect(await ciOf(hana, 0)).not.toBe(await ciOf({ ...hana, name: '김하늘' }, 0));
  });
});

test('the ninth subscriber, born in May 2018, is under 14 until May 2032', () => {
  const eorin = fixedSubscribers.find(({ phoneNo }) => phoneNo === '01000000009');
  expect(eorin?.birthdate).toBe('180505');
  expect(agegroupOf('180505', at('2028-05-03T00:00:00Z'))).toBe('0');
  expect(agegroupOf('180505', at('2032-05-03T00:00:00Z'))).toBe('10');
});
