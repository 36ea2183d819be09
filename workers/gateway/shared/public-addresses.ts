/** A header that leads somebody elsewhere: an address, or (in Refresh) seconds and an address. */
const addressed = ['Location', 'Content-Location', 'Refresh'];
const address = /^((?:\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?)?\s*)((?:https?:)?[\\/]{2}[^\\/?#"']*)/i;

/**
 * An application that builds addresses from the one at which it is asked leads people around the gateway: to `http://localhost:3000/orders/`,
 * or to a host that only the gateway should reach. In its answer that address becomes the gateway's, whether with http or https, and a
 * cookie for its host becomes one for the gateway's, since browsers would refuse it. Addresses and cookies of other hosts stay as they are.
 * @param application its own address. @param gateway the address that people see. @returns the answer itself if nothing changes.
 */
export function withPublicAddresses(answer: Response, application: URL, gateway: URL): Response {
  const { headers } = answer;
  const led = addressed.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    const changed = value && leadToGateway(value, application, gateway);
    return changed && changed !== value ? [[name, changed]] : [];
  });
  const cookies = headers.getSetCookie();
  const kept = cookies.map((cookie) => withoutDomainOf(application, gateway, cookie));
  const cookiesChange = kept.some((cookie, index) => cookie !== cookies[index]);
  if (answer.webSocket || (led.length === 0 && !cookiesChange)) return answer;
  const changed = new Response(answer.body, answer);
  for (const [name, value] of led) changed.headers.set(name, value);
  if (cookiesChange) {
    changed.headers.delete('Set-Cookie');
    for (const cookie of kept) changed.headers.append('Set-Cookie', cookie);
  }
  return changed;
}

function leadToGateway(value: string, application: URL, gateway: URL): string {
  const [found, before = '', named = ''] = address.exec(value) ?? [];
  if (found === undefined || URL.parse(named, application)?.host !== application.host) return value;
  return before + gateway.origin + value.slice(found.length);
}

/** A Set-Cookie value without its Domain, where that is the application's own host and another one than the gateway's. */
function withoutDomainOf(application: URL, gateway: URL, cookie: string): string {
  if (application.hostname === gateway.hostname) return cookie;
  const isItsDomain = (attribute: string) =>
    /^\s*domain\s*=\s*\.?(.*?)\s*$/i.exec(attribute)?.[1]?.toLowerCase() === application.hostname;
  return cookie
    .split(';')
    .filter((attribute, index) => index === 0 || !isItsDomain(attribute))
    .join(';');
}
