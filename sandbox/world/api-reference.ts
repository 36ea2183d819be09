import carrierContract from '../../docs/carrier.openapi.yaml';
import contract from '../../docs/openapi.yaml';
import { apiReferencePages, swaggerFiles } from '../../site/api-reference/document.ts';
import { apiReferenceScript } from '../../site/api-reference/script.ts';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import type { Context } from '../../workers/core/worker/endpoint.ts';
import { demoShop } from './demo-clients.ts';

/** Returns the OpenAPI document with the local environment as its only server. */
const localContract = ({ origin }: URL) => contract.replaceAll(/(default: )'https?:[^']*'/g, `$1'${origin}'`);

/** The page's Content-Security-Policy. Swagger UI needs inline styles, and loads its icons from `data:` URLs. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const text = (body: string, type: string, headers = {}) =>
  new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers } });

async function asset({ env, url, path }: Context<{ SWAGGER_UI: Fetcher }>): Promise<Response> {
  const { file = '' } = path;
  if (!swaggerFiles.includes(file)) throw new ProtocolError(refusals.not_found);
  const found = await env.SWAGGER_UI.fetch(new URL(`/${file}`, url));
  return new Response(found.body, found);
}

const pages = apiReferencePages();

/** The pages of the API reference, and the script that draws a contract on each. */
const page = ({ url: { pathname } }: { url: URL }): Response => {
  const document = pages[pathname];
  if (document === undefined) throw new ProtocolError(refusals.not_found);
  return text(document, 'text/html', { 'Content-Security-Policy': policy });
};

const script = apiReferenceScript([demoShop.client_id, demoShop.client_secret]);

/**
 * The routes of the API reference: docs/openapi.yaml as pages to read and try out, and docs/carrier.openapi.yaml as
 * a page to read.
 */
export const apiReference = {
  'GET /docs/api': page,
  'GET /docs/api/gateway': page,
  'GET /docs/api/operator': page,
  'GET /docs/api/carrier': page,
  'GET /docs/api/sandbox': page,
  'GET /docs/ko/api': page,
  'GET /docs/ko/api/:part': page,
  'GET /docs/openapi.yaml': ({ url }: { url: URL }) => text(localContract(url), 'application/yaml'),
  'GET /docs/carrier.openapi.yaml': () => text(carrierContract, 'application/yaml'),
  'GET /docs/api/start.js': () => text(script, 'text/javascript'),
  'GET /docs/api/:file': asset,
};
