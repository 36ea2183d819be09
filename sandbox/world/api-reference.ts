import carrierContract from '../../docs/carrier.openapi.yaml';
import contract from '../../docs/openapi.yaml';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import type { Context } from '../../workers/core/worker/endpoint.ts';
import { apiReferenceScript } from './api-reference-script.ts';
import { apiReferenceStyle } from './api-reference-style.ts';

/** The required files of Swagger UI's package. Nothing is loaded from other hosts. */
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Returns the OpenAPI document with the local environment as its only server. */
const localContract = ({ origin }: URL) => contract.replaceAll(/(default: )'https?:[^']*'/g, `$1'${origin}'`);

const links = [
  ['/docs/', 'Documentation'],
  ['/docs/api', 'Service API'],
  ['/docs/api/sandbox', 'Sandbox API'],
  ['/docs/api/carrier', 'Carrier API'],
];

const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>plid: API reference</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/docs/api/favicon-32x32.png"><link rel="stylesheet" href="/docs/api/swagger-ui.css">
<style>${apiReferenceStyle}</style>
</head>
<body><nav>${links.map(([address, name]) => `<a href="${address}">${name}</a>`).join('')}</nav>
<div id="contract"></div>
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
 * The routes of the API reference: docs/openapi.yaml as two pages to read and try out, and docs/carrier.openapi.yaml as
 * a page to read.
 */
export const apiReference = {
  'GET /docs/api': page,
  'GET /docs/api/carrier': page,
  'GET /docs/api/sandbox': page,
  'GET /docs/openapi.yaml': ({ url }: { url: URL }) => text(localContract(url), 'application/yaml'),
  'GET /docs/carrier.openapi.yaml': () => text(carrierContract, 'application/yaml'),
  'GET /docs/api/start.js': () => text(apiReferenceScript, 'text/javascript'),
  'GET /docs/api/:file': asset,
};
