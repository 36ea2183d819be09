/**
 * The name of a sign-in, which one and the same login has in the logs of the service, the carrier and the application, and on its
 * pages: whoever helps a person finds it by that. It is no secret, and opens nothing. A service that does not name its sign-ins sends none.
 */

/** The header of the service's answers that has it. */
export const signInHeader = 'Plid-Sign-In';

/** The parameter beside `error` in the callback that has it. */
export const signInParameter = 'plid_sign_in';

/** Of base64url: 11 of the 22 characters of the id. */
const format = /^[\w-]{11}$/;

/** Reads a name that comes from outside. @returns undefined where it is none. */
export const readSignInName = (sent: string | null | undefined): string | undefined =>
  format.exec(sent ?? '')?.[0];
