/** The age from which a person may consent alone, in whole years (Personal Information Protection Act of Korea, Article 22-2). */
export const ageOfConsent = 14;

interface Registered {
  minimum_age?: number;
  guardian_consent?: string;
}

/** The age below which an application takes nobody, in whole years; 0 where it obtains the consent of a guardian itself. */
export const refusedBelow = ({ minimum_age = ageOfConsent, guardian_consent = '' }: Registered): number =>
  guardian_consent === '' ? minimum_age : 0;
