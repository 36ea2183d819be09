import type { Language } from '../../../core/http/language.ts';
import { toward } from '../../../core/protocol/korean-particle.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { accountClientId } from '../../registry/account-client.ts';
import { en, type SignInTexts } from './sign-in-en.ts';
import { ko } from './sign-in-ko.ts';

export type { SignInTexts };

export const signInTexts: Record<Language, SignInTexts> = { ko, en };

/** Returns the words of a sign-in, which is to an application or to the service's own account pages. */
export const wordsFor = (
  language: Language,
  client_id: string,
): SignInTexts['toApplication'] & { lead?: string } =>
  signInTexts[language][client_id === accountClientId ? 'toAccount' : 'toApplication'];

/**
 * Formats a duration in seconds, or in whole minutes if it's 60 seconds or longer. @param seconds Duration, which
 * is rounded up.
 */
export function formatRetryTime(language: Language, seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(count),
  );
}

/** Returns the label of the button that leads back to an application. */
export const returnLabel = (language: Language, application: string): string =>
  fill(signInTexts[language].goBack, { application, toApplication: toward(application, '서비스') });
