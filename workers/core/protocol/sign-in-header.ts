/**
 * The public name of a sign-in. It's the same on the pages and in the logs of the service, the carrier, and the
 * application, so that support can find the sign-in. The name isn't secret and grants nothing. Services that don't
 * name sign-ins omit it.
 */

/** The service's response header that contains the sign-in's name. */
export const signInHeader = 'Plid-Sign-In';

/** Callback parameter that contains the sign-in's name, next to `error`. */
export const signInParameter = 'plid_sign_in';

/** Format of a sign-in's name: 11 of the 22 Base64url characters of the sign-in's ID. */
const format = /^[\w-]{11}$/;

/** Validates a received name. @returns undefined if it is malformed. */
export const readSignInName = (sent: string | null | undefined): string | undefined =>
  format.exec(sent ?? '')?.[0];
