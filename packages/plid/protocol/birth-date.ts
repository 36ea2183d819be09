import { attributePatternOf } from './user-record.ts';

/**
 * The attributes that determine the date of birth. `birthdate` has a two-digit year, and `agegroup` determines the
 * century.
 */
export interface BirthAttributes {
  /** YYMMDD. */
  birthdate?: string | undefined;
  /** The lower end of a ten-year age band, such as `20`. */
  agegroup?: string | undefined;
}

/**
 * Allowed difference between an age and its age band, in years. Some carriers calculate bands by birthday, others
 * by calendar year.
 */
const tolerance = 2;

/** Korea's offset from UTC, in milliseconds. A birthday begins at midnight in Korea. */
const koreanTime = 9 * 3_600_000;

/**
 * Returns a user record's date of birth (§2.1) with the century. The date is a text, because a `Date` can be a
 * different day in another time zone. @param today the current time, of which only the date in Korea counts.
 * @returns `YYYY-MM-DD`; undefined if an attribute is missing, if the attributes contradict each other, or if the
 * date doesn't exist. @throws {RangeError} if `today` is invalid.
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
 * Whether a user has reached an age, in whole years as Korean law counts them (만 나이). In years that aren't leap
 * years, a user born on February 29 becomes a year older on March 1. @param age in years. @param today like
 * {@link birthDate}.
 * @returns undefined if the date of birth is uncertain. After an automatic login, which has no attributes, use
 * your stored record. @throws {RangeError} if `today` is invalid.
 */
export function isAtLeast(user: BirthAttributes, age: number, today = new Date()): boolean | undefined {
  const day = birthDate(user, today);
  return day === undefined ? undefined : ageInYears(day, today) >= age;
}

const isValid = (name: keyof BirthAttributes, value: string | undefined): value is string =>
  value !== undefined && attributePatternOf(name).test(value);

const dayInKorea = (moment: Date): string =>
  new Date(moment.getTime() + koreanTime).toISOString().slice(0, 10);

/**
 * Returns a date as the number YYYYMMDD. The difference between two such numbers, divided by 10,000 and rounded
 * down, is a number of years.
 */
const asNumber = (day: string): number => Number(day.replaceAll('-', ''));

const ageInYears = (day: string, today: Date): number =>
  Math.floor((asNumber(dayInKorea(today)) - asNumber(day)) / 10_000);

function isInCalendar(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}
