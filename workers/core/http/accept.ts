/** Whether a request comes from a person's browser, which asks for HTML, rather than from a program. */
export function prefersPage({ headers }: Request): boolean {
  const accepted = headers.get('Accept')?.toLowerCase() ?? '';
  return quality(accepted, 'text/html') > quality(accepted, 'application/json');
}

/** How much a media type is asked for by name, from 0 to 1 (RFC 9110 §12.5.1). */
function quality(accepted: string, type: string): number {
  const range = accepted.split(',').find((part) => part.split(';')[0]?.trim() === type);
  if (range === undefined) return 0;
  return Number(/;\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(range)?.[1] ?? 1);
}
