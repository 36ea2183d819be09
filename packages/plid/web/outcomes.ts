import { type PlidError, PlidMismatch, PlidRefusal, PlidUnavailable } from '../client/errors.ts';
import type { UserRecord } from '../protocol/user-record.ts';

/** The user approved the sign-in on the phone. */
export interface SignedIn {
  /** Distinguishes the outcomes. */
  type: 'signed_in';
  /** The record with every field decrypted. It has the attributes to which the user consented. */
  user: UserRecord;
  /** The whole URL to continue to, on the application's origin. */
  returnTo: string;
}

/**
 * The device signed the user in without the phone. The service returns only the plid, so the application needs the
 * user that it stored at an earlier sign-in.
 */
export interface AutomaticSignIn {
  /** Distinguishes the outcomes. */
  type: 'automatic';
  /** The user's identifier. */
  plid: string;
  /** The whole URL to continue to, on the application's origin. */
  returnTo: string;
}

/** The error of each failed outcome. */
interface FailureErrors {
  /** The user cancelled. Also the outcome of an `access_denied` for which the service sends no reason. */
  cancelled: PlidRefusal;
  /** The user denied the sign-in on the phone or chose a wrong number. */
  denied: PlidRefusal;
  /** The phone or the user didn't finish the sign-in in time. */
  expired: PlidRefusal;
  /** The number isn't registered in an app that can approve the sign-in. */
  no_app: PlidRefusal;
  /** The user is younger than the application's minimum age. */
  under_age: PlidRefusal;
  /** Any other refusal, such as a forged, repeated, or expired callback. */
  refused: PlidRefusal;
  /** The service is unreachable or temporarily unavailable. */
  unavailable: PlidUnavailable;
  /** The application is set up incorrectly. The error's message says what to change. */
  misconfigured: PlidMismatch;
}

/** The `type` of a failed outcome. */
export type FailureType = keyof FailureErrors;

/** A text in Korean and in English. */
export interface FailureText {
  /** The text in Korean. */
  ko: string;
  /** The text in English. */
  en: string;
}

/** A failed sign-in. A `switch` over `type` also narrows `error`. */
export type FailedSignIn = {
  [Type in FailureType]: {
    /** Distinguishes the outcomes. */
    type: Type;
    /** The cause, for the log and for decisions. */
    error: FailureErrors[Type];
    /** The HTTP status of the default page. */
    status: number;
    /** The text of the default page. */
    text: FailureText;
    /** The whole URL that the user wanted to open, on the application's origin. */
    returnTo: string;
  };
}[FailureType];

/** The result of a sign-in. */
export type SignInOutcome = SignedIn | AutomaticSignIn | FailedSignIn;

type Awaitable<Value> = Value | Promise<Value>;

/**
 * Handlers of successful sign-ins. Both are required, because an automatic login has no user record. @typeParam
 * Context the handler's further parameters.
 */
export interface SignInHandlers<Context extends unknown[], Result> {
  /** Handles a sign-in that the user approved on the phone. */
  signed_in(outcome: SignedIn, ...context: Context): Awaitable<Result>;
  /**
   * Handles an automatic login. Return undefined if the application doesn't store the user. The user then signs in
   * with the phone.
   */
  automatic(outcome: AutomaticSignIn, ...context: Context): Awaitable<Result | undefined>;
}

/** A method's parameters may be subtypes: a handler for Express may state Express's own request and response. */
type Handler<Outcome, Context extends unknown[], Result> = {
  handle(outcome: Outcome, ...context: Context): Awaitable<Result>;
}['handle'];

/**
 * Handlers of failed sign-ins, by `type`. `failed` handles all types without a handler of their own. The remaining
 * types show a plain page in Korean and English.
 */
export type FailureHandlers<Context extends unknown[], Result> = {
  [Type in FailureType]?: Handler<Extract<FailedSignIn, { type: Type }>, Context, Result> | undefined;
} & {
  /** Handles every failure that has no handler of its own. */
  failed?: Handler<FailedSignIn, Context, Result> | undefined;
};

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
  ko: '로그인을 시작한 브라우저가 아니거나 로그인을 시작한 지 오래되었습니다. 시작한 브라우저로 돌아가거나 여기에서 다시 로그인해 주세요.',
  en: 'This sign-in was started in another browser or too long ago. Go back to that browser, or sign in again here.',
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
  if (!(error instanceof PlidRefusal) || error.error !== 'access_denied') return 'refused';
  return typeOfReason.get(error.plidReason ?? '') ?? 'cancelled';
}

const statusOf = (type: FailureType): number =>
  ({ unavailable: 503, misconfigured: 500 })[type as string] ?? 400;

/**
 * Returns the outcome for an error of the client. @param texts replacements of the default texts. @param isForeign
 * whether the browser has no cookie of the sign-in.
 */
export function failedSignIn(
  error: PlidError,
  returnTo: string,
  texts: Partial<Record<FailureType, FailureText>> = {},
  isForeign = false,
): FailedSignIn {
  const type = typeOf(error);
  const text = texts[type] ?? (isForeign && type === 'refused' ? otherBrowserText : failureTexts[type]);
  return { type, error, status: statusOf(type), text, returnTo } as FailedSignIn;
}

/** Finds the handler of a failed sign-in. @returns undefined if the default page handles it. */
export const failureHandlerOf = <Context extends unknown[], Result>(
  handlers: FailureHandlers<Context, Result>,
  { type }: FailedSignIn,
): Handler<FailedSignIn, Context, Result> | undefined =>
  (handlers[type] as Handler<FailedSignIn, Context, Result> | undefined) ?? handlers.failed;
