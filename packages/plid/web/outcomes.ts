import type { UserRecord } from '../../../workers/core/protocol/user-record.ts';
import type { PlidMismatch, PlidRefusal, PlidUnavailable } from '../client/errors.ts';
import { invalidOptionError } from '../client/options.ts';
import type { SignInData } from './sign-in-purpose.ts';
import type { UserId } from './user-id.ts';

/** What every outcome contains. */
interface Outcome {
  /** The whole URL to continue to, on the application's origin. */
  returnTo: string;
  /** The values that the sign-in was started with. Undefined without values, and for a callback of another browser. */
  data?: SignInData | undefined;
}

/** The user approved the sign-in on the phone. */
export interface SignedIn extends Outcome {
  /** Distinguishes the outcomes. */
  type: 'signed_in';
  /** The record with every field decrypted. It has the attributes to which the user consented. */
  user: UserRecord;
}

/**
 * The device signed the user in without the phone. The service returns only the plid, so the application needs the
 * user that it stored at an earlier sign-in.
 */
export interface AutomaticSignIn extends Outcome {
  /** Distinguishes the outcomes. */
  type: 'automatic';
  /** The user's identifier. */
  plid: string;
}

/**
 * The user of the application's own session approved on the phone that is to be connected. The user is the one who
 * started, and is still signed in.
 */
export interface Connected extends Outcome {
  /** Distinguishes the outcomes. */
  type: 'connected';
  /** The record of the phone's user. Store its `plid` with the application's user. */
  user: UserRecord;
  /** The ID of the application's user, as `currentUser` returned it. */
  userId: UserId;
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
  /** A phone wasn't connected, because the user who started to connect it isn't signed in. */
  not_connected: PlidRefusal;
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
  [Type in FailureType]: Outcome & {
    /** Distinguishes the outcomes. */
    type: Type;
    /** The cause, for the log and for decisions. */
    error: FailureErrors[Type];
    /** The HTTP status of the default page. */
    status: number;
    /** The text of the default page. */
    text: FailureText;
    /**
     * The whole URL at which the same sign-in starts again. Undefined if only your own page can start it, or if it
     * would fail again.
     */
    retry?: string | undefined;
    /** Whether the page at `returnTo` needs a signed-in user. */
    required?: boolean | undefined;
  };
}[FailureType];

/** The result of a sign-in. */
export type SignInOutcome = SignedIn | AutomaticSignIn | Connected | FailedSignIn;

type Awaitable<Value> = Value | Promise<Value>;

/**
 * Handlers of successful sign-ins. The first two are required, because an automatic login has no user record.
 * @typeParam Context the handler's further parameters. @typeParam Result the content of the session, or a response.
 */
export interface SignInHandlers<Context extends unknown[], Result> {
  /** Handles a sign-in that the user approved on the phone. */
  signed_in(outcome: SignedIn, ...context: Context): Awaitable<Result>;
  /**
   * Handles an automatic login. Return undefined if the application doesn't store the user. The user then signs in
   * with the phone.
   */
  automatic(outcome: AutomaticSignIn, ...context: Context): Awaitable<Result | undefined>;
  /**
   * Handles a phone that the signed-in user connects (`connect` of `login`). Store `user.plid` with the user
   * `userId`, unless the `plid` belongs to another user. The session stays as it is. Without a response, the browser
   * continues to `returnTo`.
   */
  connected?(outcome: Connected, ...context: Context): unknown;
}

/** @returns the error for a sign-in that connects a phone without the handler `connected`. */
export const missingConnectedHandler = (): PlidMismatch =>
  invalidOptionError('connected', 'a function that stores the plid with the signed-in user');

/** A method's parameters may be subtypes: a handler for Express may state Express's own request and response. */
type Handler<Outcome, Context extends unknown[], Result> = {
  handle(outcome: Outcome, ...context: Context): Awaitable<Result>;
}['handle'];

/**
 * Handlers of failed sign-ins, by `type`. `failed` handles all types without a handler of their own. The remaining
 * types show a plain page.
 */
export type FailureHandlers<Context extends unknown[], Result> = {
  [Type in FailureType]?: Handler<Extract<FailedSignIn, { type: Type }>, Context, Result> | undefined;
} & {
  /** Handles every failure that has no handler of its own. */
  failed?: Handler<FailedSignIn, Context, Result> | undefined;
};

/** Finds the handler of a failed sign-in. @returns undefined if the default page handles it. */
export const failureHandlerOf = <Context extends unknown[], Result>(
  handlers: FailureHandlers<Context, Result>,
  { type }: FailedSignIn,
): Handler<FailedSignIn, Context, Result> | undefined =>
  (handlers[type] as Handler<FailedSignIn, Context, Result> | undefined) ?? handlers.failed;
