import { prefersPage } from './accept.ts';

/** Whether a browser prefetches an address before the user opens it. */
export function isPrefetch({ headers }: Request): boolean {
  const names = ['Sec-Purpose', 'Purpose', 'X-Moz'];
  return names.some((name) => headers.get(name)?.toLowerCase().includes('prefetch'));
}

/**
 * Whether the response becomes a page of its own, not a frame, image, or script. True if the request has no
 * Sec-Fetch-Dest header.
 */
export function isTopLevelNavigation({ headers }: Request): boolean {
  return (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document';
}

/**
 * Whether the user opens the address as a page. False if the address is prefetched, embedded, or requested by a
 * program.
 */
export const isPageView = (request: Request): boolean =>
  prefersPage(request) && isTopLevelNavigation(request) && !isPrefetch(request);

/**
 * Whether another site may have opened this page. `none` means that the user used the address bar or a bookmark.
 * Requests without Sec-Fetch-Site count as coming from another site.
 */
export function mayBeCrossSite({ headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return site !== 'same-origin' && site !== 'none';
}
