import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createBuilder } from './build-in-background.ts';
import { assets } from './output.ts';
import { redirectOf } from './redirects.ts';
import { statusPage } from './status-page.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/**
 * Serves the documentation site on loopback. The first request builds the site, and so does the first request after
 * a change. Until the site is built, its pages say so and reload themselves. @param options `keepAlive`:
 * whether the server keeps this process running. `lowPriority`: whether other programs come before the build.
 */
export async function serveSite({
  keepAlive = false,
  lowPriority = true,
} = {}): Promise<{ address: string; close(): void }> {
  const builder = createBuilder(lowPriority);
  const server = createServer(({ url = '/' }, response) => {
    const problem = builder.refresh();
    try {
      const pathname = decodeURIComponent(url.split('?')[0] ?? '');
      const isPage = path.extname(pathname) === '';
      if (isFile(path.join(assets, 'docs/404.html')) && !(isPage && problem !== undefined))
        sendFile(response, pathname);
      else send(response, problem === undefined ? 202 : 500, '.html', statusPage(pathname, problem));
    } catch (failure) {
      // A malformed address, or a file that a new build has just replaced.
      const isMalformed = failure instanceof URIError || failure instanceof TypeError;
      send(response, isMalformed ? 400 : 503, '.txt', isMalformed ? 'Malformed address' : 'Reload the page');
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  if (!keepAlive) server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      builder.stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** Sends a file as a deployment would: pages have addresses without `.html`, and the nearest 404.html is sent if there is none. */
function sendFile(response: ServerResponse, pathname: string): void {
  const target = redirectOf(pathname) ?? withoutSlash(pathname);
  if (target !== undefined) return void response.writeHead(302, { Location: encodeURI(target) }).end();
  const asked = path.join(assets, pathname);
  const found = [asked, `${asked}.html`, path.join(asked, 'index.html')].find(
    (file) => file.startsWith(assets + path.sep) && isFile(file),
  );
  const missing = pathname.startsWith('/docs/ko/') ? 'docs/ko/404.html' : 'docs/404.html';
  const file = found ?? path.join(assets, missing);
  send(response, found === undefined ? 404 : 200, path.extname(file), readFileSync(file));
}

/** Returns the address of a page without the slash at its end, or undefined if the path isn't one. */
function withoutSlash(pathname: string): string | undefined {
  const page = path.posix.normalize(pathname.replace(/\/+$/, ''));
  return pathname.endsWith('/') && isFile(path.join(assets, `${page}.html`)) ? page : undefined;
}

function send(response: ServerResponse, status: number, extension: string, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': types[extension] ?? 'application/octet-stream' });
  response.end(body);
}
