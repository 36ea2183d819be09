import type { IncomingMessage, ServerResponse } from 'node:http';
import { prefetchHeaders } from '../../../workers/core/http/prefetch.ts';
import { readReturnPath } from '../../../workers/core/http/return-path.ts';

/** Express, Connect, and NestJS keep the URL from before a mount path in `originalUrl`. */
const targetOf = (request: IncomingMessage & { originalUrl?: string }): string =>
  request.originalUrl ?? request.url ?? '/';

/** Returns a request's path and query, such as `/orders?page=2`. */
const addressOf = (request: IncomingMessage): { path: string; query: string } => {
  const target = targetOf(request);
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at) };
};

/** Headers that decide about a sign-in. */
const copiedHeaders = [
  'Accept',
  'Accept-Language',
  'Cookie',
  'Host',
  'Origin',
  'Sec-Fetch-Dest',
  'Sec-Fetch-Site',
  ...Object.keys(prefetchHeaders),
];

/**
 * Returns the `Request` for a request of Node. Only the path and the query come from the request's target, because
 * a caller chooses its host (`Host`, `//host/path`, or an absolute URL). @param page the URL of the website's callback.
 */
export function toRequest(request: IncomingMessage, page: URL): Request {
  const headers = new Headers();
  for (const name of copiedHeaders) {
    const value = request.headers[name.toLowerCase()];
    if (typeof value === 'string') headers.set(name, value);
  }
  const { path, query } = addressOf(request);
  const address = readReturnPath(path, page.origin) ?? `${page.origin}/`;
  return new Request(address + query, { method: methodOf(request), headers });
}

/** A `Request` can't have three of the methods, which start and complete no sign-in. */
const methodOf = ({ method = 'GET' }: IncomingMessage): string =>
  /^(?:CONNECT|TRACE|TRACK)$/i.test(method) ? 'OPTIONS' : method;

/** Adds Set-Cookie values to those that the application has set. */
export function addCookies(response: ServerResponse, cookies: readonly string[]): void {
  if (cookies.length === 0) return;
  const earlier = [response.getHeader('Set-Cookie') ?? []].flat().map(String);
  response.setHeader('Set-Cookie', [...earlier, ...cookies]);
}

/** Sends a `Response`, next to headers that the application has set. */
export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  addCookies(response, answer.headers.getSetCookie());
  response.statusCode = answer.status;
  response.end(body);
}
