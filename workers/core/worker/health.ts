import type { Handler } from './endpoint.ts';

/**
 * Responds to a monitor that the worker runs and its settings are valid. If the settings are invalid, every
 * request gets a 500 response. Storage isn't called, because anyone may call this endpoint at any rate.
 */
export const showHealth: Handler<unknown> = () => Response.json({ status: 'ok' });
