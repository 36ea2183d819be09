/** Lifetimes of the gateway that aren't settings, in seconds. */

/**
 * Maximum time from the start of a sign-in to its callback. It is longer than plid's service takes to complete a
 * sign-in.
 */
export const flowLifetime = 3_600;
/** Time for which a browser or an app may repeat its callback and get the same session, after a lost response. */
export const signInRepeatLifetime = 600;
/** Minimum session lifetime that an operator may set. */
export const minSessionLifetime = 600;
/**
 * Time for which KV stores the state of a browser's sign-in. It is longer than a flow's lifetime, so that a late
 * callback can be distinguished from an invented one.
 */
export const stateNonceLifetime = flowLifetime + 600;
/**
 * Lifetime of a flow's cookie. It is longer than the flow's lifetime, so that a late callback can be distinguished
 * from a callback of another browser's flow.
 */
export const flowCookieLifetime = 7_200;
/**
 * Time that an exchange may take in addition to its two calls to the service. Afterwards it counts as interrupted.
 */
export const exchangeMargin = 10;
/** Period of all rate limits. */
export const requestLimitPeriod = 60;
/** Time for which the address of a successful app sign-in counts as known. */
export const knownAddressLifetime = 86_400;
/**
 * Time after a sign-out during which another site can't start an automatic login in the browser that signed out.
 */
export const signedOutMarkLifetime = 3_600;
/** Time for which a flow's outcome is stored after its end. */
export const flowOutcomeLifetime = 300;
/** Time for which the application may accept an identity that the guard has signed. */
export const signedIdentityLifetime = 60;
/** Maximum age of an event from the service. It is a day longer than the service tries to deliver an event. */
export const eventDeliveryLifetime = 4 * 86_400;
/** Maximum time by which the service's clock may be ahead. */
export const clockTolerance = 60;
/** Time for which the service's published keys are cached. */
export const publishedKeysLifetime = 3_600;
/** Minimum time between two fetches of the service's keys, regardless of which key an event names. */
export const publishedKeysInterval = 60;
/** Lifetime of a code for a relying party. */
export const openIdCodeLifetime = 60;
/** Lifetime of a relying party's access token. */
export const openIdTokenLifetime = 600;
/** Time during which an undelivered logout_token is retried (core/http/delivery.ts). */
export const logoutRetryPeriod = 86_400;
/** Time for which a new sign-in counts as the sign-in that an authorization request has started. */
export const openIdSignInMatchPeriod = 120;
/** Interval at which the gateway records that a user was seen. */
export const seenInterval = 86_400;
