/** Every lifetime of the gateway that is not a setting, in seconds. */

/** From the start of a sign-in to its callback. */
export const flowLifetime = 600;
/** How long a browser keeps a flow's cookie: longer than the flow, so that a late callback is told from a foreign one. */
export const flowCookieLifetime = 3_600;
/** After how long a sign-in that never ended counts as broken off. */
export const exchangeLifetime = 60;
