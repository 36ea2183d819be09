import type { RequestLine } from '../../../workers/core/worker/log.ts';

/** The line of a request that already has its response, for functions that a test calls without a worker. */
export const openLine = (): RequestLine => ({
  fields: {},
  awaited: [],
  answered: Promise.resolve(),
  written: Promise.resolve(),
  isOpen: true,
});
