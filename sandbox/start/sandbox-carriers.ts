import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Lets the sandbox's carriers answer at an address of their own, as carriers do: the service reaches them over HTTP, by the worker that is deployed.
 * Whatever cuts this connection is to the service what a carrier's failure is.
 * @param world the origin of the local world, where they are. @returns the address, at a free port.
 */
export async function listenAsCarriers(world: string): Promise<{ address: string; close(): void }> {
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
