import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Call {
  method: string | undefined;
  path: string | undefined;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** An operator's API that answers the calls of a command with the given JSON, in order, or as a function does, and notes them. */
export class PageServer {
  calls: Call[] = [];
  pages: (object | ((response: ServerResponse) => void))[] = [];
  readonly #server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    // So does a route of plid, by which a command recognizes it.
    if (method === 'OPTIONS')
      return void response.writeHead(405, { Allow: 'GET, POST' }).end('{"error":"method_not_allowed"}');
    this.calls.push({ method, path, headers, body: await text(request) });
    const page = this.pages.shift() ?? {};
    response.setHeader('Content-Type', 'application/json');
    if (typeof page === 'function') page(response);
    else response.end(JSON.stringify(page));
  });

  async open(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  close(): void {
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The body of each call that has one. */
  get bodies(): unknown[] {
    return this.calls.flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body)]));
  }
}
