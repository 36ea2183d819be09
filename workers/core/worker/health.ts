import type { Handler } from './endpoint.ts';

/**
 * Answers a monitor: the worker runs, and its settings are valid, since with others it answers every request with 500. Storage is
 * not asked: anybody may call this, as often as they like.
 */
export const showHealth: Handler<unknown> = () => Response.json({ status: 'ok' });
