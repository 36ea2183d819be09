/** Whether an address is this machine, where plain http is allowed. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

/** Whether requests to an address are safe from readers on the way: https, or http on this machine. Other schemes may have a host as well. */
export const isSecureAddress = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
