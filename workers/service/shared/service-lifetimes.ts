/** Every lifetime of the service, in seconds. */

/** From the authorization request to the end of the sign-in. */
export const signInLifetime = 600;
/** How long after that the page of an ended sign-in still leads back to the application. */
export const lateReturnLifetime = 3_600;
/** How long the phone shows a request. */
export const phoneRequestLifetime = 120;
/** Authorization code. */
export const codeLifetime = 60;
/** Access token: `expires_in` (§2.3). */
export const accessTokenLifetime = 600;
/** Automatic login, from the last full sign-in. */
export const automaticLoginLifetime = 14 * 86_400;
/** The cookie with the numbers that a browser has signed in with. */
export const previousNumbersLifetime = 400 * 86_400;
