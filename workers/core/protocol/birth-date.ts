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
export function birthDate(user: BirthAttributes, today = new Date()): string | undefined {
  const born = readBirth(user, today);
  if (born === undefined) return undefined;
  const day = `${born.century}${user.birthdate}`.replace(/^(....)(..)(..)$/, '$1-$2-$3');
  return isInCalendar(day) ? day : undefined;
}

/**
 * Whether a user has reached an age, in whole years as Korean law counts them (만 나이). In years that aren't leap
 * years, a user born on February 29 becomes a year older on March 1. @param age in years. @param today like
 * {@link birthDate}.
 * @returns undefined if an attribute is missing, or if the attributes contradict each other. A date that doesn't
 * exist still determines the age. After an automatic login, which has no attributes, use your stored record. @throws {RangeError} if `today` is invalid.
 */
export function isAtLeast(user: BirthAttributes, age: number, today = new Date()): boolean | undefined {
  const born = readBirth(user, today);
  return born === undefined ? undefined : born.age >= age;
}

/**
 * Returns the age in whole years, and the first two digits of the year of birth. The century is the one whose age is
 * nearest to the age group. Without an age group, it's the latest one in which the birthdate isn't in the future. The
 * date doesn't have to exist, because lunar dates were registered for older citizens. A user who was born on 29
 * February turns a year older on 1 March in other years (Civil Act, Article 160). @param birthdate YYMMDD.
 */
export function ageFromBirthdate(
  birthdate: string,
  agegroup: string | undefined,
  today: Date,
): { age: number; century: number } {
  const century = Number(dayInKorea(today).slice(0, 2));
  const ageIn = (first: number) => ageFromDate(`${first}${birthdate}`, today);
  const middle = Number(agegroup ?? -9) + 4.5;
  const [young, old] = [ageIn(century), ageIn(century - 1)];
  return young >= 0 && Math.abs(young - middle) <= Math.abs(old - middle)
    ? { age: young, century }
    : { age: old, century: century - 1 };
}

/** Returns the age in whole years. It's negative for a date in the future. @param born YYYYMMDD. */
export function ageFromDate(born: string, today: Date): number {
  const day = Number(dayInKorea(today).replaceAll('-', ''));
  // The difference between two dates as numbers YYYYMMDD, divided by 10,000 and rounded down, is a number of years.
  return Math.floor((day - Number(born)) / 10_000);
}

/** @returns undefined if an attribute is missing or malformed, or if the attributes contradict each other. */
function readBirth({ birthdate, agegroup }: BirthAttributes, today: Date) {
  if (!isValid('birthdate', birthdate) || !isValid('agegroup', agegroup)) return undefined;
  const born = ageFromBirthdate(birthdate, agegroup, today);
  const [lowest, highest] = [Number(agegroup) - tolerance, Number(agegroup) + 9 + tolerance];
  return born.age >= 0 && born.age >= lowest && born.age <= highest ? born : undefined;
}

const isValid = (name: keyof BirthAttributes, value: string | undefined): value is string =>
  value !== undefined && attributePatternOf(name).test(value);

const dayInKorea = (moment: Date): string =>
  new Date(moment.getTime() + koreanTime).toISOString().slice(0, 10);

function isInCalendar(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}
