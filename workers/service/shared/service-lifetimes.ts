/** Lifetimes of the service, in seconds. */

/**
 * From a step of the user (sending a form, choosing a language, sending again, extending the time) to the end of
 * the sign-in.
 */
export const stepLifetime = 600;
/** Time from the authorization request in which steps renew a sign-in. */
export const signInLifetime = 1_800;
/** From the phone's approval to the user's consent, unless a step renews it for longer. */
export const approvalLifetime = 600;
/** Time after its end in which the page of a sign-in still leads back to the application. */
export const lateReturnLifetime = 3_600;
/** How long the phone shows a request. */
export const phoneRequestLifetime = 120;
/**
 * Maximum remaining lifetime of any copy of a sign-in's cookie: the last step may send a request, a wrong number
 * another one, and that may be approved.
 */
export const longestSignIn = signInLifetime + 2 * phoneRequestLifetime + approvalLifetime;
/**
 * Time in which an authorization request can be answered: a form that expired within it starts a sign-in that
 * replaces it.
 */
export const requestLifetime = signInLifetime + stepLifetime + approvalLifetime + 2 * phoneRequestLifetime;
/** Lifetime of a pushed request, from the application's call until a browser opens it. */
export const pushedRequestLifetime = 90;
/** Time for which the use of a pushed request is stored: longer than the request is valid, because clocks differ. */
export const usedRequestLifetime = pushedRequestLifetime + 60;
/** Lifetime of an authorization code. */
export const codeLifetime = 60;
/**
 * Lifetime of an access token: `expires_in` (§2.3). A session at `/account` is a grant too and has the same
 * lifetime.
 */
export const accessTokenLifetime = 600;
/**
 * A grant whose code was redeemed at the last moment lives until no sign-in can refer to it. Its account checks it
 * no earlier, so that a login wakes the account once.
 */
export const grantLifetime = codeLifetime + accessTokenLifetime + longestSignIn;
/** Lifetime of automatic login, from the last full sign-in. */
export const automaticLoginLifetime = 14 * 86_400;
/** Time after the renewal of an automatic login's cookie in which the previous cookie still works. */
export const renewalPause = 60;
/** Time for which a number is marked after a copy of such a cookie was used. */
export const reusedLifetime = 30 * 86_400;
/** Lifetime of the cookie with the numbers that a browser has signed in with. */
export const previousNumbersLifetime = 400 * 86_400;
/** Time for which a browser counts as known at a number without signing in. */
export const knownBrowserLifetime = 90 * 86_400;
/** Time for which a browser whose sign-in the user has ended may not send requests to their phone. */
export const blockedBrowserPeriod = 86_400;
/** Lifetime of a remembered sign-in form, from its last use. */
export const rememberedFormLifetime = 180 * 86_400;
/** Lifetime of the link in a notice. */
export const noticeEndLifetime = 30 * 86_400;
/**
 * Time for which an isolate uses its copy of an application without reading KV. KV itself may lag by another 60 s.
 */
export const applicationCacheLifetime = 30;
/** Age at which such a copy is refreshed in the background. */
export const applicationRefreshAge = 15;
/** Time for which it uses that copy while KV fails, so that users can still sign in. */
export const staleApplicationLifetime = 3_600;
/** Time for which KV stores that an application was deleted. Afterwards it is missing, which means the same. */
export const deletedApplicationLifetime = 86_400;
/** Time for which a terminated account refuses grants: longer than any sign-in lasts. */
export const terminatedAccountLifetime = 86_400;
/** Lifetime of the cursor to the next page of the list of applications. */
export const listCursorLifetime = 3_600;
/** Minimum time between two pushes of unknown browsers to one phone, unless the user has answered the first. */
export const pushInterval = 30;
/** Time for which a request to a phone counts. */
export const countedPeriod = 600;
/** Time for which a denial on the phone counts. */
export const deniedPeriod = 86_400;
/** Retry delays for an undelivered event: the first, which doubles up to the maximum, and the total time. */
export const firstEventPause = 10;
export const maxEventPause = 6 * 3_600;
export const eventLifetime = 3 * 86_400;
/** Initial retry delay after a client error (401, 403, 404): these rarely clear within seconds. */
export const firstRefusedPause = 900;
/** Time in which an operator can redeliver an event that was rejected or given up. */
export const lostEventLifetime = 30 * 86_400;
