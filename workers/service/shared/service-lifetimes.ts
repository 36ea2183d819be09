/** Every lifetime of the service, in seconds. */

/** From a step of the person (a form sent, a language chosen, a request sent again, more time asked for) to the end of their sign-in. */
export const stepLifetime = 600;
/** How long steps renew a sign-in, from the authorization request. */
export const signInLifetime = 1_800;
/** From the phone's approval to the person's consent, where no step renews it for longer. */
export const approvalLifetime = 600;
/** How long after that the page of an ended sign-in still leads back to the application. */
export const lateReturnLifetime = 3_600;
/** How long the phone shows a request. */
export const phoneRequestLifetime = 120;
/** The time that is left to any copy of a sign-in's cookie at most: the last step may send a request, a slip another one, and that may be approved. */
export const longestSignIn = signInLifetime + 2 * phoneRequestLifetime + approvalLifetime;
/** How long an authorization request may be answered: a form that has expired within it begins a sign-in that takes its place. */
export const requestLifetime = signInLifetime + stepLifetime + approvalLifetime + 2 * phoneRequestLifetime;
/** A pushed request: from the application's call until a browser opens its address. */
export const pushedRequestLifetime = 90;
/** How long the use of a pushed request is remembered: longer than the request lives, since clocks differ. */
export const usedRequestLifetime = pushedRequestLifetime + 60;
/** Authorization code. */
export const codeLifetime = 60;
/** Access token: `expires_in` (§2.3). A person's session at `/account` is a grant as well, and lives as long. */
export const accessTokenLifetime = 600;
/**
 * A grant whose code was redeemed at the last moment, until no sign-in that could name it is left. Its account looks after it no sooner,
 * redeemed or not, so that a login wakes the account once.
 */
export const grantLifetime = codeLifetime + accessTokenLifetime + longestSignIn;
/** Automatic login, from the last full sign-in. */
export const automaticLoginLifetime = 14 * 86_400;
/** After the cookie of an automatic login was renewed: how long the one before still logs in beside it. */
export const renewalPause = 60;
/** How long a number is remembered as one of which such a cookie was copied. */
export const reusedLifetime = 30 * 86_400;
/** The cookie with the numbers that a browser has signed in with. */
export const previousNumbersLifetime = 400 * 86_400;
/** How long a browser counts as known at a number with which it does not sign in. */
export const knownBrowserLifetime = 90 * 86_400;
/** How long a browser whose sign-in its person has ended may not ask their phone. */
export const blockedBrowserPeriod = 86_400;
/** The entries of the sign-in form that a person wants a browser to remember, from their last use. */
export const rememberedFormLifetime = 180 * 86_400;
/** How long the address in a notice ends what it tells of. */
export const noticeEndLifetime = 30 * 86_400;
/** How long an isolate keeps a copy of an application without asking KV again. KV itself may lag by 60 s more. */
export const applicationCacheLifetime = 30;
/** How old such a copy is when KV is asked for it beside a request. */
export const applicationRefreshAge = 15;
/** How long it uses that copy while KV fails, so that people can still sign in. */
export const staleApplicationLifetime = 3_600;
/** How long KV says that an application was deleted; after that it says nothing, which means the same. */
export const deletedApplicationLifetime = 86_400;
/** How long a terminated account still refuses grants: longer than any sign-in lasts. */
export const terminatedAccountLifetime = 86_400;
/** How long the cursor to the next page of the list of applications is valid. */
export const listCursorLifetime = 3_600;
/** Minimum time between two pushes of unknown browsers to one phone, unless the user has answered the first. */
export const pushInterval = 30;
/** How long a request to a phone counts. */
export const countedPeriod = 600;
/** How long a denial on the phone counts. */
export const deniedPeriod = 86_400;
/** When an event is sent again that an application did not take: the first pause, which doubles up to the maximum; and for how long in all. */
export const firstEventPause = 10;
export const maxEventPause = 6 * 3_600;
export const eventLifetime = 3 * 86_400;
/** The first pause where the answer says that something stands in the way (401, 403, 404, …), which rarely goes within seconds. */
export const firstRefusedPause = 900;
/** How long an operator may send an event again that was refused for good, or given up. */
export const lostEventLifetime = 30 * 86_400;
