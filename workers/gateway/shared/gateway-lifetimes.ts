/** Every lifetime of the gateway that is not a setting, in seconds. */

/** From the start of a sign-in to its callback: longer than a service of ours takes to answer it. */
export const flowLifetime = 3_600;
/** How long an app may ask for the session of its flow again, whose answer it has lost. */
export const repeatLifetime = 600;
/** The shortest session that an operator may choose. */
export const minSessionLifetime = 600;
/** How long KV remembers a sign-in of a browser: longer than it lasts, so that a late callback can be distinguished from a made-up one. */
export const stateNonceLifetime = flowLifetime + 600;
/** How long a browser keeps a flow's cookie: longer than the flow, so that a late callback can be distinguished from a foreign one. */
export const flowCookieLifetime = 7_200;
/** The time that an exchange may take besides its two calls to the service; after that it counts as broken off. */
export const exchangeMargin = 10;
/** The period of every limit of requests. */
export const requestLimitPeriod = 60;
/** The time for which an address is remembered at which an app's sign-in has succeeded. */
export const knownAddressLifetime = 86_400;
/** How long after a log-out another site cannot start an automatic login in that browser. */
export const signedOutLifetime = 3_600;
/** How long after the end of a flow its outcome is kept. */
export const flowOutcomeLifetime = 300;
/** How long the application may accept an identity that the guard has signed: as long as a request may be under way. */
export const signedIdentityLifetime = 60;
/** How long an event of the service may be on its way: a day longer than it tries to deliver one. */
export const eventDeliveryLifetime = 4 * 86_400;
/** How far the service's clock may be ahead. */
export const clockTolerance = 60;
/** How long the service's published keys count without being read again. */
export const publishedKeysLifetime = 3_600;
/** How long they are not read again, whatever key an event names. */
export const publishedKeysInterval = 60;
/** How long a code for a relying party of OpenID Connect may be redeemed. */
export const openIdCodeLifetime = 60;
/** How long a relying party may read the claims of a login. */
export const openIdTokenLifetime = 600;
/** How long after a sign-in it counts as the one that an authorization request has asked for: the browser comes back at once. */
export const openIdReturnLifetime = 120;
/** How often it is noted that a user was seen. */
export const seenInterval = 86_400;
