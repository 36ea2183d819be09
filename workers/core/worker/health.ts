import type { Handler } from './endpoint.ts';

/**
 * Response for a monitor: the worker runs and its settings are valid; otherwise every request is answered with 500.
 * Storage isn't called, because anyone may call this at any rate.
 */
export const showHealth: Handler<unknown> = () => Response.json({ status: 'ok' });
