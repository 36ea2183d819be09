import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of a part of the local environment. */
export interface OwnAddress {
  /** Its origin. Its port was free. */
  address: string;
  close(): void;
}

/**
 * Serves a part of the local environment at its own address, for callers that expect the part's paths at the root. A
 * caller treats a broken connection as a failure. @param world the origin of the local environment. @param prefix the
 * path below which the environment serves the part. @param paths the part's own paths. Others don't exist.
 */
export async function serveAtOwnAddress(world: string, prefix: string, paths: RegExp): Promise<OwnAddress> {
  const agent = new Agent({ keepAlive: true });
  const own = { host: '' };
  const server = createServer((asked, answer) => {
    const { method, url = '', headers } = asked;
    // Another host name is that of a page (DNS rebinding). The world would see its own name.
    if (headers.host !== own.host || !paths.test(url)) {
      answer.writeHead(404).end();
      return;
    }
    const passedOn = request(`${world}${prefix}${url}`, {
      agent,
      method,
      headers: { ...headers, host: new URL(world).host },
    });
    passedOn.once('response', (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
      answered.once('error', () => answer.destroy());
    });
    passedOn.once('error', () => answer.destroy());
    asked.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `http://${own.host}`,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
