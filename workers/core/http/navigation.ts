/**
 * Whether another site may have opened this page. `none` means that the user used the address bar or a bookmark.
 * Requests without Sec-Fetch-Site count as coming from another site.
 */
export function mayBeCrossSite({ headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return site !== 'same-origin' && site !== 'none';
}
