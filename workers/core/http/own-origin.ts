/**
 * Whether a page of this origin sent a request. Browsers send `Sec-Fetch-Site` only to trustworthy hosts, so the
 * origin is compared if the header is missing. Every current browser sends `Origin` with `POST`.
 */
export function isSameOrigin({ headers }: { headers: Pick<Headers, 'get'> }, origin: string): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return site === null ? headers.get('Origin') === origin : site === 'same-origin';
}
