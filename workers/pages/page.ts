import { randomBytes, toBase64 } from '../core/crypto/bytes.ts';
import type { Html } from './jsx-runtime.ts';

interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
  /** Set-Cookie values. */
  cookies?: readonly string[];
  /**
   * Whether redirects after a form may lead to any URL. If so, the page omits `form-action`, which can't allow
   * arbitrary app schemes. Chromium applies `form-action` to the whole redirect chain.
   */
  allowsAnyFormRedirect?: boolean;
  /** Whether the page that opened this window keeps access to this window. */
  hasOpener?: boolean | undefined;
  /**
   * The origin to which the page's script may open a WebSocket. The policy must name this origin, because older
   * Safari versions don't include it in `'self'`.
   */
  sockets?: string | undefined;
  /**
   * The origin of a widget that only this page runs, in the widget's own frame. The widget doesn't support Trusted
   * Types.
   */
  widget?: string | undefined;
  /** The features among {@link switchedOffFeatures} that the page uses. */
  features?: readonly string[] | undefined;
  /** Trusted Types policies of the page's own scripts. Default: none. */
  trustedTypes?: string;
}

/** Browser features that pages switch off. Unknown names would cause browser warnings. */
const switchedOffFeatures = [
  ...['camera', 'clipboard-read', 'display-capture', 'geolocation', 'hid', 'idle-detection'],
  ...['local-fonts', 'microphone', 'midi', 'payment', 'publickey-credentials-create'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
];
const permissionsPolicy = (used: readonly string[]): string =>
  switchedOffFeatures
    .filter((feature) => !used.includes(feature))
    .map((feature) => `${feature}=()`)
    .join(', ');

/**
 * Returns an HTML page. Only the page's own styles and scripts, which have the nonce, are active. No text becomes
 * markup, no site can frame the page, and no opener can navigate the page's window. Images are `data:` URLs, so
 * that browsers need only one request for a page. @param render renders the page with the nonce.
 */
export function page(
  render: (nonce: string) => Html,
  {
    status = 200,
    headers = {},
    cookies = [],
    allowsAnyFormRedirect = false,
    hasOpener = false,
    sockets,
    widget,
    features = [],
    trustedTypes = "'none'",
  }: PageOptions = {},
) {
  const nonce = toBase64(randomBytes(16));
  const policy =
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'${widget ? ` ${widget}` : ''}; connect-src 'self'${sockets ? ` ${sockets}` : ''}; img-src data:; ` +
    `${widget ? `frame-src ${widget}` : `require-trusted-types-for 'script'; trusted-types ${trustedTypes}`}; ` +
    `${allowsAnyFormRedirect ? '' : "form-action 'self'; "}base-uri 'none'; frame-ancestors 'none'`;
  const response = new Response(`<!doctype html>${render(nonce).text}`, {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': hasOpener ? 'unsafe-none' : 'same-origin',
      'Permissions-Policy': permissionsPolicy(features),
      'X-Frame-Options': 'DENY',
    },
  });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
