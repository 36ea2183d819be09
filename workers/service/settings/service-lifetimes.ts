/** Lifetimes of the service, in seconds. */

/**
 * Lifetime of a sign-in, from the user's latest step.
 *
 * Steps are sending a form, choosing a language, resending, and extending the time.
 */
export const stepLifetime = 600;
/** Time from the authorization request during which steps extend a sign-in. */
export const signInExtensionPeriod = 1_800;
/** Time from the phone's approval to the user's consent, unless a step extends it. */
export const approvalLifetime = 600;
/** Time after the end of a sign-in during which its page still leads back to the application. */
export const lateReturnLifetime = 3_600;
/** Time for which the phone shows a request. */
export const phoneRequestLifetime = 120;
/**
 * Maximum lifetime of a sign-in's cookie.
 *
 * In the longest case, the last step sends a request, a wrong number causes a second request, and the user
 * approves the second request.
 */
export const maxSignInCookieLifetime = signInExtensionPeriod + 2 * phoneRequestLifetime + approvalLifetime;
/**
 * Time during which an authorization request can be answered, with all extensions.
 *
 * A form that expired during this time starts a sign-in that replaces the expired one.
 */
export const authorizationRequestLifetime =
  signInExtensionPeriod + stepLifetime + approvalLifetime + 2 * phoneRequestLifetime;
/** Lifetime of a pushed request, from the application's call until a browser opens it. */
export const pushedRequestLifetime = 90;
/**
 * Time for which the use of a pushed request is stored. It is longer than the request is valid, because clocks
 * differ.
 */
export const usedRequestLifetime = pushedRequestLifetime + 60;
/** Lifetime of an authorization code. */
export const codeLifetime = 60;
/**
 * Lifetime of an access token, and of a session at `/account`.
 *
 * It is `expires_in` (§2.3). The session is also a grant.
 */
export const accessTokenLifetime = 600;
/**
 * Time for which the grant of a sign-in is stored.
 *
 * Even if the grant's code was redeemed at the last moment, the grant stays until no sign-in can refer to it.
 * The account checks for expired grants only after this time, so that a login wakes the account only once.
 */
export const grantLifetime = codeLifetime + accessTokenLifetime + maxSignInCookieLifetime;
/** Lifetime of automatic login, from the last full sign-in. */
export const automaticLoginLifetime = 14 * 86_400;
/** Lifetime of a passkey, and time for which a browser isn't asked to create another one. */
export const passkeyLifetime = 180 * 86_400;
/** Time for which an automatic login's previous cookie works after it was replaced. */
export const previousDeviceCookieLifetime = 60;
/** Time for which a number stays marked after a copied cookie of an automatic login was used. */
export const cookieReuseMarkLifetime = 30 * 86_400;
/** Period in which wrong codes for a store reviewer count, from the first one. */
export const wrongReviewCodesPeriod = 3_600;
/** Lifetime of the cookie with the numbers with which a browser has signed in. */
export const browserKnownNumbersLifetime = 400 * 86_400;
/** Time for which a browser counts as known for a number, from its last sign-in with the number. */
export const knownBrowserLifetime = 90 * 86_400;
/**
 * Time after a browser's first sign-in with a number until an approval without number match allows automatic login.
 */
export const unmatchedBrowserAge = 86_400;
/** Time for which a browser whose sign-in the user has ended can't send requests to the user's phone. */
export const blockedBrowserPeriod = 86_400;
/** Time after sending a form during which another sign-in with the same application offers its entries, masked. */
export const unfinishedFormLifetime = 600;
/** Lifetime of a remembered form, from its last use. */
export const rememberedFormLifetime = 180 * 86_400;
/** Lifetime of the link in a notice. */
export const noticeLinkLifetime = 30 * 86_400;
/**
 * Time for which a worker uses its copy of an application without reading KV. KV can lag by another 60 seconds.
 *
 * Each isolate has its own copy.
 */
export const applicationCacheLifetime = 30;
/** Age at which a worker's copy of an application is refreshed in the background. */
export const applicationRefreshAge = 15;
/** Time for which a worker uses its copy of an application while KV fails, so that users can still sign in. */
export const staleApplicationLifetime = 3_600;
/**
 * Time for which KV stores a record that an application was deleted.
 *
 * After this time, KV has no record, which also means that there is no such application.
 */
export const deletedApplicationLifetime = 86_400;
/**
 * Time for which an account stays recorded as terminated, so that open sign-ins fail.
 *
 * It refuses grants. The time is longer than any sign-in lasts.
 */
export const terminatedAccountLifetime = 86_400;
/** Lifetime of a cursor to the next page in the list of applications. */
export const listCursorLifetime = 3_600;
/**
 * Minimum time between two pushes from unknown browsers to one phone, unless the user has answered the first
 * push.
 */
export const pushInterval = 30;
/** Time for which a request to a phone counts. */
export const phoneRequestCountPeriod = 600;
/** Time for which a denial on the phone counts. */
export const denialCountPeriod = 86_400;
/**
 * Time during which an undelivered event to an application is retried.
 *
 * The schedule is in core/http/delivery.ts.
 */
export const eventRetryPeriod = 3 * 86_400;
/**
 * Time after the retries during which an operator can send an event again.
 *
 * The event was rejected or given up.
 */
export const manualRedeliveryPeriod = 30 * 86_400;
/**
 * Time after a recorded disclosure during which another disclosure of the same attributes to the application
 * isn't recorded.
 *
 * Frequent sign-ins therefore don't cost more writes.
 */
export const disclosureInterval = 86_400;
/**
 * Margin that `people affected` adds to the last recorded disclosure.
 *
 * A token that was issued at the end of the interval can still be used.
 */
export const lastDisclosureMargin = disclosureInterval + accessTokenLifetime;
