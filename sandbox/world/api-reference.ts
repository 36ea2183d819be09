import carrierContract from '../../docs/carrier.openapi.yaml';
import contract from '../../docs/openapi.yaml';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import type { Context } from '../../workers/core/worker/endpoint.ts';
import { demoShop } from './demo-clients.ts';

/** The required files of Swagger UI's package. Nothing is loaded from other hosts. */
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/**
 * The page's script. The carrier API is read-only here, because a carrier serves it and not this environment. "Try
 * it out" uses the demo shop's public credentials, and reads users with the last token issued on this page.
 */
const start = `
const isCarriers = location.pathname === '/docs/api/carrier';
const credentials = ${JSON.stringify([demoShop.client_id, demoShop.client_secret])};
const ui = SwaggerUIBundle({
  ...(isCarriers ? { url: '/docs/carrier.openapi.yaml', supportedSubmitMethods: [] } : { url: '/docs/openapi.yaml' }),
  dom_id: '#contract', deepLinking: true, validatorUrl: null, withCredentials: true,
  onComplete: () => ui.preauthorizeBasic('basic', ...credentials),
  responseInterceptor: (response) => {
    const token = response.url.includes('/oauth2/token') && response.body?.access_token;
    if (token) ui.preauthorizeApiKey('accessToken', token);
    return response;
  },
});`;

/** Returns the OpenAPI document with the local environment as its only server. */
const localContract = ({ origin }: URL) => contract.replaceAll(/(default: )'https?:[^']*'/g, `$1'${origin}'`);

/**
 * The page's styles. Swagger UI has no dark mode, so all colors except those of images are inverted. Names in
 * running text get the text's color, because Swagger UI would display the many names here in purple.
 */
const style = `
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: inherit; }
@media (prefers-color-scheme: dark) {
  html { background: #14181b; }
  #contract { filter: invert(.9) hue-rotate(180deg); }
  #contract img, #contract .microlight { filter: invert(1) hue-rotate(180deg); }
}`;

const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>plid: API reference</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/docs/api/favicon-32x32.png"><link rel="stylesheet" href="/docs/api/swagger-ui.css">
<style>${style}</style>
</head>
<body><main id="contract"></main>
<script src="/docs/api/swagger-ui-bundle.js"></script><script src="/docs/api/start.js"></script>
</body>
</html>`;

/** The page's Content-Security-Policy. Swagger UI needs inline styles, and loads its icons from `data:` URLs. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const text = (body: string, type: string, headers = {}) =>
  new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers } });

async function asset({ env, url, path }: Context<{ SWAGGER_UI: Fetcher }>): Promise<Response> {
  const { file = '' } = path;
  if (!assets.includes(file)) throw new ProtocolError(refusals.not_found);
  const found = await env.SWAGGER_UI.fetch(new URL(`/${file}`, url));
  return new Response(found.body, found);
}

const page = () => text(document, 'text/html', { 'Content-Security-Policy': policy });

/**
 * The routes of the API reference: docs/openapi.yaml as a page to read and try out, and docs/carrier.openapi.yaml as
 * a page to read.
 */
export const apiReference = {
  'GET /docs/api': page,
  'GET /docs/api/carrier': page,
  'GET /docs/openapi.yaml': ({ url }: { url: URL }) => text(localContract(url), 'application/yaml'),
  'GET /docs/carrier.openapi.yaml': () => text(carrierContract, 'application/yaml'),
  'GET /docs/api/start.js': () => text(start, 'text/javascript'),
  'GET /docs/api/:file': asset,
};
