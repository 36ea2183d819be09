import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { randomBytes, toBase64 } from '../crypto/bytes.ts';

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
}

/**
 * A page for a person. Styles and scripts of the page itself carry the nonce; nothing else runs, nothing frames it. Its
 * pictures are data: addresses, so that a page is one request.
 * @param render is given the nonce.
 */
export function page(
  render: (nonce: string) => VNode,
  { status = 200, headers = {}, cookies = [], formsLeadAnywhere = false }: PageOptions = {},
) {
  const nonce = toBase64(randomBytes(16));
  const policy =
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; ` +
    `${formsLeadAnywhere ? '' : "form-action 'self'; "}base-uri 'none'; frame-ancestors 'none'`;
  const response = new Response(`<!doctype html>${renderToString(render(nonce))}`, {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Frame-Options': 'DENY',
    },
  });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
