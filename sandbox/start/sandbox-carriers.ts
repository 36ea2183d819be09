import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves the sandbox's carriers at their own address, so that the service calls them over HTTP through the same
 * worker as in a deployment. The service treats a broken connection as a carrier failure. @param world the origin
 * of the local environment that contains the carriers.
 * @returns the address, whose port was free, and a function that closes the server.
 */
export async function serveSandboxCarriers(world: string): Promise<{ address: string; close(): void }> {
  const agent = new Agent({ keepAlive: true });
  const own = { host: '' };
  const server = createServer((asked, answer) => {
    const { method, url = '', headers } = asked;
    // Another host name is that of a page (DNS rebinding). The world would see its own name.
    if (headers.host !== own.host || !/^\/\w+$/.test(url)) {
      answer.writeHead(404).end();
      return;
    }
    const passedOn = request(`${world}/sandbox/carrier${url}`, {
      agent,
      method,
      headers: { ...headers, host: new URL(world).host },
    });
    passedOn.once('response', (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
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
