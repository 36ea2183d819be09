import { isPrefetch, isTopLevelNavigation } from '../../../packages/plid/http/navigation.ts';
import { prefersPage } from './accept.ts';

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
