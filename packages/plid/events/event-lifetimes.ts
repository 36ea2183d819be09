/** Lifetimes of the service's events, for the gateway and `plid/events`, in seconds. */

/**
 * Maximum age of the service's events.
 *
 * It is a day longer than the service tries to deliver an event.
 */
export const eventDeliveryLifetime = 4 * 86_400;
/** Maximum time by which the service's clock can be ahead. */
export const clockTolerance = 60;
/** Time for which the service's public keys are cached. */
export const publishedKeysLifetime = 3_600;
/**
 * Minimum time between two reads of the service's public keys.
 *
 * It holds regardless of which key an event names.
 */
export const publishedKeysInterval = 60;
