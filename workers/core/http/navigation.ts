/** Whether a browser fetches an address ahead, before the person has opened it. */
export function isPrefetch({ headers }: Request): boolean {
  const purposes = ['Sec-Purpose', 'Purpose', 'X-Moz'].map((name) => headers.get(name)?.toLowerCase() ?? '');
  return purposes.some((purpose) => purpose.includes('prefetch'));
}

/** Whether the answer becomes a page of its own: no frame, image or script. True where the browser sends no Sec-Fetch-Dest. */
export function isTopLevel({ headers }: Request): boolean {
  return (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document';
}
