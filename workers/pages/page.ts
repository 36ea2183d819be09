import { randomBytes, toBase64 } from '../../packages/plid/crypto/bytes.ts';
import type { Html } from './jsx-runtime.ts';

interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
  /** Set-Cookie values. */
  cookies?: readonly string[];
  /**
   * Whether the redirects after a form may lead to any address. Chromium holds the whole chain against `form-action`,
   * which cannot allow any scheme that an app registered: such pages omit it.
   */
  formsLeadAnywhere?: boolean;
  /** Whether the page that has opened its window is to keep hold of it, and may lead it elsewhere. */
  hasOpener?: boolean | undefined;
  /** The origin to which the page's script may open a socket: older Safari does not count it to `'self'`. */
  sockets?: string | undefined;
  /** The origin of a widget that this page alone runs, in a frame of its own. It knows no Trusted Types. */
  widget?: string | undefined;
  /** The Trusted Types policies by which the page's own scripts may turn text into markup; none, where it is left out. */
  trustedTypes?: string;
}

/** The features that no page of ours uses. Browsers complain about names that they do not know. */
const powers = [
  ...['camera', 'clipboard-read', 'display-capture', 'geolocation', 'hid', 'idle-detection'],
  ...['local-fonts', 'microphone', 'midi', 'payment', 'publickey-credentials-create'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
];
const noPowers = powers.map((power) => `${power}=()`).join(', ');

/**
 * A page for a person. Styles and scripts of the page itself carry the nonce; nothing else runs, no text becomes markup, nothing
 * frames it, and no page that has opened its window leads that elsewhere. Its pictures are data: addresses, so that a page is one
 * request.
 * @param render is given the nonce.
 */
export function page(
  render: (nonce: string) => Html,
  {
    status = 200,
    headers = {},
    cookies = [],
    formsLeadAnywhere = false,
    hasOpener = false,
    sockets,
    widget,
    trustedTypes = "'none'",
  }: PageOptions = {},
) {
  const nonce = toBase64(randomBytes(16));
  const policy =
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'${widget ? ` ${widget}` : ''}; connect-src 'self'${sockets ? ` ${sockets}` : ''}; img-src data:; ` +
    `${widget ? `frame-src ${widget}` : `require-trusted-types-for 'script'; trusted-types ${trustedTypes}`}; ` +
    `${formsLeadAnywhere ? '' : "form-action 'self'; "}base-uri 'none'; frame-ancestors 'none'`;
  const response = new Response(`<!doctype html>${render(nonce).text}`, {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': hasOpener ? 'unsafe-none' : 'same-origin',
      'Permissions-Policy': noPowers,
      'X-Frame-Options': 'DENY',
    },
  });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
