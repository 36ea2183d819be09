/** Headers that contain a URL. In Refresh, the URL follows a number of seconds. */
const addressed = ['Location', 'Content-Location', 'Refresh'];
const address = /^((?:\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?)?\s*)((?:https?:)?[\\/]{2}[^\\/?#"']*)/i;

/**
 * Replaces the application's internal origin in a response, such as `http://localhost:3000/orders/`, with the
 * gateway's origin, for http and https. Otherwise, the user would bypass the gateway. Cookies for the internal
 * host become cookies for the gateway's host, because browsers would reject cookies for the internal host. Other
 * URLs and cookies stay unchanged. @param application the application's internal origin. @param gateway the
 * gateway's public origin.
 * @returns the same response if nothing changes.
 */
export function rewriteInternalOrigin(answer: Response, application: URL, gateway: URL): Response {
  const { headers } = answer;
  const changedHeaders = addressed.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    const changed = value && withGatewayOrigin(value, application, gateway);
    return changed && changed !== value ? [[name, changed]] : [];
  });
  const cookies = headers.getSetCookie();
  const rewritten = cookies.map((cookie) => withoutDomainOf(application, gateway, cookie));
  const cookiesChange = rewritten.some((cookie, index) => cookie !== cookies[index]);
  if (answer.webSocket || (changedHeaders.length === 0 && !cookiesChange)) return answer;
  const changed = new Response(answer.body, answer);
  for (const [name, value] of changedHeaders) changed.headers.set(name, value);
  if (cookiesChange) {
    changed.headers.delete('Set-Cookie');
    for (const cookie of rewritten) changed.headers.append('Set-Cookie', cookie);
  }
  return changed;
}

function withGatewayOrigin(value: string, application: URL, gateway: URL): string {
  const [found, before = '', named = ''] = address.exec(value) ?? [];
  if (found === undefined || URL.parse(named, application)?.host !== application.host) return value;
  return before + gateway.origin + value.slice(found.length);
}

/**
 * Returns a Set-Cookie value without its `Domain` attribute if that attribute names the application's internal
 * host.
 */
function withoutDomainOf(application: URL, gateway: URL, cookie: string): string {
  if (application.hostname === gateway.hostname) return cookie;
  const isItsDomain = (attribute: string) =>
    /^\s*domain\s*=\s*\.?(.*?)\s*$/i.exec(attribute)?.[1]?.toLowerCase() === application.hostname;
  return cookie
    .split(';')
    .filter((attribute, index) => index === 0 || !isItsDomain(attribute))
    .join(';');
}
