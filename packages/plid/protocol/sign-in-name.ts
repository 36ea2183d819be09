/**
 * The public name of a sign-in, the same in the logs of service, carrier, and application and on the pages, so that
 * support finds it. It isn't secret and grants nothing. Services that don't name sign-ins omit it.
 */

/** Response header of the service with this name. */
export const signInHeader = 'Plid-Sign-In';

/** Parameter next to `error` in the callback with this name. */
export const signInParameter = 'plid_sign_in';

/** Base64url: 11 of the 22 characters of the id. */
const format = /^[\w-]{11}$/;

/** Validates a received name. @returns undefined if it is malformed. */
export const readSignInName = (sent: string | null | undefined): string | undefined =>
  format.exec(sent ?? '')?.[0];
