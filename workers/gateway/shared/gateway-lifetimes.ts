/** Every lifetime of the gateway that is not a setting, in seconds. */

/** From the start of a sign-in to its callback. */
export const flowLifetime = 600;
/** How long a browser keeps a flow's cookie: longer than the flow, so that a late callback is told from a foreign one. */
export const flowCookieLifetime = 3_600;
/** What an exchange may take besides its two calls to the service; after that it counts as broken off. */
export const exchangeMargin = 10;
/** The period of REQUEST_LIMIT. */
export const requestLimitPeriod = 60;
/** How long after a log-out another site cannot start an automatic login in that browser. */
export const signedOutLifetime = 3_600;
