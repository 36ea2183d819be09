import * as v from 'valibot';
import contract from '../../docs/openapi.yaml';
import { type Context, endpoint } from '../core/endpoint.ts';
import { ProtocolError } from '../core/errors.ts';
import { binding } from '../core/settings.ts';

const schema = v.object({ SWAGGER_UI: binding<Fetcher>({ kind: 'assets' }) });

/** What Swagger UI needs of its package; nothing is loaded from elsewhere. */
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const start = `SwaggerUIBundle({
  url: '/docs/openapi.yaml', dom_id: '#contract', deepLinking: true, validatorUrl: null, withCredentials: true,
});`;

const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>plid: the contract</title>
<link rel="icon" href="/docs/favicon-32x32.png"><link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body><main id="contract"></main>
<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script>
</body>
</html>`;

/** Swagger UI styles its elements inline and draws its icons from data: addresses. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const text = (body: string, type: string, headers = {}) =>
  new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers } });

function asset({ env, url, path }: Context<v.InferOutput<typeof schema>>): Promise<Response> {
  const { file = '' } = path;
  if (!assets.includes(file)) throw new ProtocolError('not_found');
  return env.SWAGGER_UI.fetch(new URL(`/${file}`, url));
}

/** The contract of docs/openapi.yaml as a page to read and to try out. */
export default endpoint('docs', schema, {
  'GET /docs': () => text(document, 'text/html', { 'Content-Security-Policy': policy }),
  'GET /docs/openapi.yaml': () => text(contract, 'application/yaml'),
  'GET /docs/start.js': () => text(start, 'text/javascript'),
  'GET /docs/:file': asset,
});
