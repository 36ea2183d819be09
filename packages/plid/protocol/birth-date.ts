import { formatOf } from './user-record.ts';

/** The attributes that tell a day of birth: `birthdate` has two digits of the year, and `agegroup` tells their century. */
export interface BirthAttributes {
  /** YYMMDD. */
  birthdate?: string | undefined;
  /** The youngest age of a ten-year band, such as `20`. */
  agegroup?: string | undefined;
}

/** How far an age may lie beside its band, in years: carriers count bands by birthdays or by calendar years. */
const tolerance = 2;

/** Korea's distance from UTC, in milliseconds: a birthday begins at midnight in Korea. */
const koreanTime = 9 * 3_600_000;

/**
 * The day of birth of a user record (§2.1), with its century. It is a text, since a `Date` is another day in another zone.
 * @param today the present moment; the day that it is in Korea counts. @returns `YYYY-MM-DD`; undefined where one of the two attributes is
 *   missing, they contradict each other, or the calendar has no such day. @throws {RangeError} for a `today` that is no date.
 */
export function birthDate({ birthdate, agegroup }: BirthAttributes, today = new Date()): string | undefined {
  if (!isValid('birthdate', birthdate) || !isValid('agegroup', agegroup)) return undefined;
  const century = Number(dayInKorea(today).slice(0, 2));
  const [lowest, highest] = [Number(agegroup) - tolerance, Number(agegroup) + 9 + tolerance];
  return [century, century - 1]
    .map((first) => `${first}${birthdate}`.replace(/^(....)(..)(..)$/, '$1-$2-$3'))
    .find((day) => {
      const age = ageInYears(day, today);
      return isInCalendar(day) && age >= 0 && age >= lowest && age <= highest;
    });
}

/**
 * Whether a person is that old, in whole years as Korean law counts them (만 나이): somebody born on 29 February becomes a year older on
 * 1 March where a year has no such day.
 * @param age in years. @param today as of {@link birthDate}. @returns undefined where the day of birth is not certain: after an automatic
 *   login, which brings no attributes, ask the record that you have stored. @throws {RangeError} for a `today` that is no date.
 */
export function isAtLeast(user: BirthAttributes, age: number, today = new Date()): boolean | undefined {
  const day = birthDate(user, today);
  return day === undefined ? undefined : ageInYears(day, today) >= age;
}

const isValid = (name: keyof BirthAttributes, value: string | undefined): value is string =>
  value !== undefined && formatOf(name).test(value);

const dayInKorea = (moment: Date): string =>
  new Date(moment.getTime() + koreanTime).toISOString().slice(0, 10);

/** A day as a number whose differences, divided by 10,000, are years. */
const asNumber = (day: string): number => Number(day.replaceAll('-', ''));

const ageInYears = (day: string, today: Date): number =>
  Math.floor((asNumber(dayInKorea(today)) - asNumber(day)) / 10_000);

function isInCalendar(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}
