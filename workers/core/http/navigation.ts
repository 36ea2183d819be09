import { prefersPage } from './accept.ts';

/** Whether a browser fetches an address ahead, before the person has opened it. */
export function isPrefetch({ headers }: Request): boolean {
  const names = ['Sec-Purpose', 'Purpose', 'X-Moz'];
  return names.some((name) => headers.get(name)?.toLowerCase().includes('prefetch'));
}

/** Whether the answer becomes a page of its own: no frame, image or script. True where the browser sends no Sec-Fetch-Dest. */
export function isTopLevel({ headers }: Request): boolean {
  return (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document';
}

/** Whether a person's browser opens the address as a page: it is not fetched ahead, not embedded, and not asked for by a program. */
export const isPageView = (request: Request): boolean =>
  prefersPage(request) && isTopLevel(request) && !isPrefetch(request);

/** Whether another site may have opened this page. `none` is the address bar or a bookmark; a browser without Sec-Fetch-Site counts as another site. */
export function mayBeCrossSite({ headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return site !== 'same-origin' && site !== 'none';
}
