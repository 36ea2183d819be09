import { utf8 } from '../../../workers/core/crypto/bytes.ts';
import { isSameOrigin } from '../../../workers/core/http/own-origin.ts';
import type { SignInParameters } from '../client/authorization.ts';
import { PlidRefusal } from '../client/errors.ts';
import { invalidOptionError } from '../client/options.ts';
import { isUserId, type UserId } from './user-id.ts';

/** Values of the application that travel with one sign-in, as JSON. */
export type SignInData = Readonly<Record<string, unknown>>;

/** Parameters of a sign-in on a website. */
export interface WebSignInParameters extends SignInParameters {
  /**
   * Values that the outcome of this sign-in returns, at most 1,000 bytes of JSON. The browser stores them in the
   * encrypted cookie of this sign-in.
   */
  data?: SignInData | undefined;
  /**
   * The ID of the user of your own session who connects a phone. The sign-in then requires the phone, and its outcome
   * is `connected`, but only if `currentUser` returns the same ID at the callback. Undefined and null stand for no
   * user, and start nothing. Accepts only requests from your own pages.
   */
  connect?: UserId | null | undefined;
}

/** What a sign-in is for, as its cookie stores it. */
export interface SignInPurpose {
  data?: SignInData;
  /** The ID of the user who connects a phone. */
  connect?: string;
}

/** Maximum length of the stored values, in bytes of JSON, and of a user's ID, in characters. */
const maxDataLength = 1_000;
const maxUserIdLength = 200;

/**
 * Reads what a sign-in is for. A parameter `connect` without a user isn't the same as no parameter: without a check,
 * the phone's user would be signed in. @throws {PlidRefusal} `account_mismatch`. {PlidMismatch} `option`
 */
export function purposeOf(request: Request, parameters: WebSignInParameters, origin: string): SignInPurpose {
  const { data, connect } = parameters;
  if (data !== undefined && !isShortObject(data))
    throw invalidOptionError('data', 'an object of at most 1,000 bytes as JSON');
  const kept = data === undefined ? {} : { data };
  if (!('connect' in parameters)) return kept;
  if (!isUserId(connect) || !isSameOrigin(request, origin)) throw accountMismatch('start');
  if (String(connect).length > maxUserIdLength)
    throw invalidOptionError('connect', 'the ID of a user, at most 200 characters');
  return { ...kept, connect: String(connect) };
}

const isShortObject = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  !Array.isArray(data) &&
  utf8(JSON.stringify(data)).length <= maxDataLength;

/**
 * Whether the user who started to connect a phone is still signed in. @param current what `currentUser` returned, which
 * may be of another type than the stored ID.
 */
export const isSameUser = (connect: string, current: unknown): current is UserId =>
  isUserId(current) && String(current) === connect;

/** The error for a phone that isn't connected. @param when the step at which no such user was signed in. */
export const accountMismatch = (when: 'start' | 'callback'): PlidRefusal =>
  new PlidRefusal(
    'account_mismatch',
    'login_required',
    `No phone was connected, because at the ${when} the user who connects it was not signed in. Let the user sign in and connect the phone again.`,
  );
