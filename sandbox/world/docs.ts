import * as v from 'valibot';
import { choosePageLanguage } from '../../workers/core/http/page-language-choice.ts';
import { redirect } from '../../workers/core/http/redirect.ts';
import { type Context, endpoint } from '../../workers/core/worker/endpoint.ts';
import { binding } from '../../workers/core/worker/settings.ts';
import { apiReference } from './api-reference.ts';
import { withAddressesOf } from './example-addresses.ts';

/** The address of the documentation's server that `npx wrangler dev` started (start/site-for-wrangler.ts). */
declare const WRANGLER_SITE: string | undefined;

const schema = v.object({
  SWAGGER_UI: binding<Fetcher>({ kind: 'assets' }),
  /** The address of the documentation's server (site/server.ts) that `npm start` runs. */
  SITE: v.optional(v.string(), typeof WRANGLER_SITE === 'undefined' ? undefined : WRANGLER_SITE),
});

/** Scripts and styles of the site are partly inline. Nothing is loaded from other hosts. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the documentation site. Its examples contain the addresses of this environment. */
async function site(context: Context<v.InferOutput<typeof schema>>): Promise<Response> {
  const {
    env: { SITE },
    url,
  } = context;
  if (SITE === undefined) return redirect(302, '/docs/api');
  // Links of the site start with /docs/, which is its first page in English.
  if (url.pathname === '/docs')
    return redirect(302, choosePageLanguage(context).language === 'ko' ? '/docs/ko/' : '/docs/');
  const found = await fetch(`${SITE}${url.pathname}`, { redirect: 'manual' }).catch(() => undefined);
  if (found === undefined)
    return new Response('The documentation has stopped. Start plid again.', { status: 503 });
  const target = found.headers.get('Location');
  if (target !== null) return redirect(302, target);
  const type = found.headers.get('Content-Type') ?? '';
  const headers = { 'Content-Type': type, 'Content-Security-Policy': policy };
  const { status } = found;
  if (!type.includes('charset')) return new Response(found.body, { status, headers });
  return new Response(withAddressesOf(url, await found.text()), { status, headers });
}

/** The worker for the documentation site and the API reference. */
export default endpoint('docs', schema, {
  'GET /docs/carrier': () => redirect(302, '/docs/api/carrier'),
  ...apiReference,
  'GET /docs': site,
  'GET /docs/:path+': site,
});
