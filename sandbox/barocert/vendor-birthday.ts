import { ageFromBirthdate } from '../../workers/core/protocol/birth-date.ts';
import type { Subscriber } from '../subscriber.ts';

/** Returns a subscriber's date of birth as yyyyMMdd. @param at in seconds since 1970. */
export function birthdayOf({ birthdate }: Pick<Subscriber, 'birthdate'>, at: number): string {
  const { century } = ageFromBirthdate(birthdate, undefined, new Date(at * 1000));
  return `${century}${birthdate}`;
}
