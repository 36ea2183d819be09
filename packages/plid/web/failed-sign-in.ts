import { type PlidError, PlidMismatch, PlidRefusal, PlidUnavailable } from '../client/errors.ts';
import type { FailedSignIn, FailureText, FailureType } from './outcomes.ts';
import type { SignInData } from './sign-in-purpose.ts';

/** The default texts. */
export const failureTexts: Readonly<Record<FailureType, FailureText>> = {
  cancelled: { ko: '로그인이 취소되었습니다.', en: 'The sign-in was cancelled.' },
  denied: {
    ko: '휴대폰에서 로그인이 승인되지 않았습니다.',
    en: 'The sign-in wasn’t approved on the phone.',
  },
  expired: {
    ko: '제한 시간 안에 로그인을 마치지 못했습니다.',
    en: 'The sign-in wasn’t finished in time.',
  },
  no_app: {
    ko: '통신사의 인증 앱에 등록되지 않은 번호입니다. 앱에 번호를 등록한 뒤 다시 로그인해 주세요.',
    en: 'This number isn’t registered in your carrier’s app. Register it there, and then sign in again.',
  },
  under_age: {
    ko: '이 사이트에서 정한 최소 나이보다 어려 로그인할 수 없습니다.',
    en: 'You can’t sign in because you’re younger than this site’s minimum age.',
  },
  not_connected: {
    ko: '휴대폰을 연결하지 않았습니다. 계정에 로그인한 뒤 다시 연결해 주세요.',
    en: 'The phone wasn’t connected. Sign in to your account, and then connect the phone again.',
  },
  refused: {
    ko: '로그인하지 못했습니다. 다시 로그인해 주세요.',
    en: 'The sign-in failed. Please sign in again.',
  },
  unavailable: {
    ko: '지금은 로그인할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    en: 'You can’t sign in right now. Please try again in a moment.',
  },
  misconfigured: {
    ko: '이 사이트에 문제가 있어 로그인할 수 없습니다.',
    en: 'You can’t sign in because of a problem with this site.',
  },
};

/** The default text of `refused` if the browser has no cookie of the sign-in. */
const otherBrowserText: Readonly<FailureText> = {
  ko: '로그인하지 못했습니다. 다른 브라우저에서 시작했거나 시작한 지 오래되었습니다.',
  en: 'The sign-in failed. It was started in another browser or too long ago.',
};

/** The outcome for each reason of an `access_denied`. */
const typeOfReason = new Map<string, FailureType>([
  ['denied', 'denied'],
  ['wrong_number', 'denied'],
  ['unanswered', 'expired'],
  ['expired', 'expired'],
  ['unregistered', 'no_app'],
  ['underage', 'under_age'],
]);

function typeOf(error: PlidError): FailureType {
  if (error instanceof PlidMismatch) return 'misconfigured';
  if (error instanceof PlidUnavailable) return 'unavailable';
  if (error instanceof PlidRefusal && error.reason === 'account_mismatch') return 'not_connected';
  if (!(error instanceof PlidRefusal) || error.error !== 'access_denied') return 'refused';
  return typeOfReason.get(error.plidReason ?? '') ?? 'cancelled';
}

const statusOf = (type: FailureType): number =>
  ({ unavailable: 503, misconfigured: 500 })[type as string] ?? 400;

/** Circumstances of a failed sign-in, in addition to its error. */
export interface FailureCircumstances {
  /** Replacements of the default texts. */
  texts?: Partial<Record<FailureType, FailureText>> | undefined;
  data?: SignInData | undefined;
  /** Whether the browser has no cookie of the sign-in. */
  isForeign?: boolean;
  /** The URL at which the same sign-in starts again, if it can. */
  retry?: string | undefined;
  required?: boolean | undefined;
}

/** Failures that another sign-in can't repair. */
const isFinal = (type: FailureType): boolean => type === 'under_age' || type === 'not_connected';

/** Returns the outcome for an error of the client. */
export function failedSignIn(
  error: PlidError,
  returnTo: string,
  { texts = {}, isForeign = false, retry, ...circumstances }: FailureCircumstances,
): FailedSignIn {
  const type = typeOf(error);
  const text = texts[type] ?? (isForeign && type === 'refused' ? otherBrowserText : failureTexts[type]);
  const more = { ...circumstances, retry: isFinal(type) ? undefined : retry };
  return { type, error, status: statusOf(type), text, returnTo, ...more } as FailedSignIn;
}
