/** Values of the headers in which browsers (Fetch Metadata, earlier browsers, Firefox) and Next.js announce a prefetch. */
export const prefetchHeaders: Readonly<Record<string, RegExp>> = {
  'Sec-Purpose': /prefetch/i,
  Purpose: /prefetch/i,
  'X-Moz': /prefetch/i,
  'Next-Router-Prefetch': /./,
};

/** Whether a browser or a router fetches an address before the user opens it. */
export const isPrefetch = ({ headers }: Request): boolean =>
  Object.entries(prefetchHeaders).some(([name, value]) => value.test(headers.get(name) ?? ''));

/** What the response becomes in the browser. A browser without the header opens a page. */
const destinationOf = ({ headers }: Request): string => headers.get('Sec-Fetch-Dest') ?? 'document';

/**
 * Whether the response becomes a page of its own, not a frame, image, or script. True if the request has no
 * Sec-Fetch-Dest header.
 */
export const isTopLevelNavigation = (request: Request): boolean => destinationOf(request) === 'document';

/**
 * Whether a page embeds the response, such as a frame or an image. False for `fetch`, with which client-side routers
 * and service workers open pages.
 */
export const isEmbedded = (request: Request): boolean =>
  !['document', 'empty'].includes(destinationOf(request));
