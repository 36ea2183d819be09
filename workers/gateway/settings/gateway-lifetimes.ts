/** Lifetimes of the gateway that aren't settings, in seconds. */

/**
 * Lifetime of a sign-in, from its start to its callback.
 *
 * It is longer than plid's service takes to complete a sign-in.
 */
export const flowLifetime = 3_600;
/**
 * Time during which a callback with the same code gets the same session.
 *
 * A browser or an app may repeat its callback after a lost response.
 */
export const signInRepeatLifetime = 600;
/** Minimum of `SESSION_LIFETIME`. */
export const minSessionLifetime = 600;
/**
 * Time for which KV stores a sign-in's state. It is longer than the sign-in, so that a late callback is
 * distinguished from an invented one.
 */
export const stateNonceLifetime = flowLifetime + 600;
/**
 * Lifetime of a sign-in's cookie. It is longer than the sign-in, so that a late callback is recognized.
 *
 * Otherwise, it would look like a callback of another browser's flow.
 */
export const flowCookieLifetime = 7_200;
/**
 * Time that an exchange can take in addition to its calls to the service.
 *
 * There are two calls. Afterwards, the exchange counts as interrupted.
 */
export const exchangeMargin = 10;
/** Period of all rate limits. */
export const requestLimitPeriod = 60;
/** Time for which the address of a successful app sign-in counts as known. */
export const knownAddressLifetime = 86_400;
/** Time after a sign-out during which another site can't start an automatic login in the same browser. */
export const signedOutMarkLifetime = 3_600;
/** Time for which a sign-in's outcome is stored after its end. */
export const flowOutcomeLifetime = 300;
/** Lifetime of a signed `Plid-Identity` header. */
export const signedIdentityLifetime = 60;
/** Lifetime of a code for a relying party. */
export const openIdCodeLifetime = 60;
/** Lifetime of a relying party's access token. */
export const openIdTokenLifetime = 600;
/**
 * Time during which an undelivered logout_token is retried.
 *
 * The schedule is in core/http/delivery.ts.
 */
export const logoutRetryPeriod = 86_400;
/**
 * Time for which a handler of `events` is called again after it failed at `/auth/disconnect`.
 *
 * The schedule is in core/http/delivery.ts.
 */
export const departureRetryPeriod = 30 * 86_400;
/** Time for which a new sign-in counts for the relying party's request that started it. */
export const openIdSignInMatchPeriod = 120;
/** Interval at which the last use by a user is recorded. */
export const seenInterval = 86_400;
