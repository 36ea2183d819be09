/** Lifetimes of the service, in seconds. */

/**
 * Time from a step by the user (sending a form, choosing a language, resending, or extending the time) to the end
 * of the sign-in.
 */
export const stepLifetime = 600;
/** Time after the authorization request during which steps extend a sign-in. */
export const signInExtensionPeriod = 1_800;
/** Time from the phone's approval to the user's consent, unless a step extends it. */
export const approvalLifetime = 600;
/** Time after the end of a sign-in during which its page still leads back to the application. */
export const lateReturnLifetime = 3_600;
/** Time for which the phone shows a request. */
export const phoneRequestLifetime = 120;
/**
 * Maximum remaining lifetime of any copy of a sign-in's cookie. In the longest case, the last step sends a
 * request, a wrong number causes a second request, and the user approves the second request.
 */
export const maxSignInCookieLifetime = signInExtensionPeriod + 2 * phoneRequestLifetime + approvalLifetime;
/**
 * Time during which an authorization request can be answered. A form that expired during this time starts a
 * sign-in that replaces the expired one.
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
 * Lifetime of an access token, which is `expires_in` (§2.3). A session at `/account` is also a grant and has the
 * same lifetime.
 */
export const accessTokenLifetime = 600;
/**
 * Lifetime of a grant. Even if the grant's code was redeemed at the last moment, the grant stays until no sign-in
 * can refer to it. The account checks for expired grants only after this time, so that a login wakes the account
 * only once.
 */
export const grantLifetime = codeLifetime + accessTokenLifetime + maxSignInCookieLifetime;
/** Lifetime of automatic login, from the last full sign-in. */
export const automaticLoginLifetime = 14 * 86_400;
/** Time after the renewal of an automatic login's cookie during which the previous cookie still works. */
export const previousDeviceCookieLifetime = 60;
/** How long a phone number stays flagged after a copied cookie of an automatic login was used. */
export const cookieReuseMarkLifetime = 30 * 86_400;
/** Period in which wrong codes for a store reviewer count. It starts with the first one. */
export const wrongReviewCodesPeriod = 3_600;
/** Lifetime of the cookie that stores the numbers with which a browser has signed in. */
export const browserKnownNumbersLifetime = 400 * 86_400;
/** How long a browser counts as known for a phone number after its last sign-in with that number. */
export const knownBrowserLifetime = 90 * 86_400;
/**
 * Time for which a browser is blocked from sending requests to a user's phone after the user has ended the
 * browser's sign-in.
 */
export const blockedBrowserPeriod = 86_400;
/** Lifetime of a remembered sign-in form, from its last use. */
export const rememberedFormLifetime = 180 * 86_400;
/** Lifetime of the link in a notice. */
export const noticeLinkLifetime = 30 * 86_400;
/**
 * Time for which an isolate uses its copy of an application without reading KV. KV itself may lag by another 60
 * seconds.
 */
export const applicationCacheLifetime = 30;
/** Age at which an isolate's copy of an application is refreshed in the background. */
export const applicationRefreshAge = 15;
/** Time for which an isolate uses its copy of an application while KV fails, so that users can still sign in. */
export const staleApplicationLifetime = 3_600;
/**
 * Time for which KV stores a record that an application was deleted. After this time, KV has no record, which also
 * means that there is no such application.
 */
export const deletedApplicationLifetime = 86_400;
/** Time for which a terminated account refuses grants. It is longer than any sign-in lasts. */
export const terminatedAccountLifetime = 86_400;
/** Lifetime of a cursor to the next page in the list of applications. */
export const listCursorLifetime = 3_600;
/**
 * Minimum time between two pushes from unknown browsers to one phone, unless the user has answered the first push.
 */
export const pushInterval = 30;
/** Time for which a request to a phone counts. */
export const phoneRequestCountPeriod = 600;
/** Time for which a denial on the phone counts. */
export const denialCountPeriod = 86_400;
/** Time during which an undelivered event is retried (core/http/delivery.ts). */
export const eventRetryPeriod = 3 * 86_400;
/** Time during which an operator can redeliver an event that was rejected or given up. */
export const manualRedeliveryPeriod = 30 * 86_400;
/**
 * Time after a recorded disclosure to an application during which another disclosure of the same attributes isn't
 * recorded, so that frequent sign-ins don't cost more writes.
 */
export const disclosureInterval = 86_400;
/**
 * Maximum time from the last disclosure in the index to the actual last one. A token that was issued at the end of
 * the interval can still be used.
 */
export const lastDisclosureMargin = disclosureInterval + accessTokenLifetime;
