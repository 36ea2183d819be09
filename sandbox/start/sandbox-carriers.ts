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
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
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
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
