/**
 * The age from which a user may consent without a guardian, in whole years (Personal Information Protection Act of
 * Korea, Article 22-2).
 */
export const ageOfConsent = 14;

interface Registered {
  minimum_age: number;
  guardian_consent: string;
}

/**
 * Returns the age below which an application refuses users, in whole years, or 0 if the application obtains a
 * guardian's consent itself.
 */
export const enforcedMinimumAge = ({ minimum_age, guardian_consent }: Registered): number =>
  guardian_consent === '' ? minimum_age : 0;
