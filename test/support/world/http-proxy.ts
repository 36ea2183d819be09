import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { generate } from 'selfsigned';
import type { Init } from '../fixtures/browser-session.ts';

interface Fetches {
  fetch(url: string | URL, init?: Init): Promise<Response>;
  /** The address for a WebSocket's request, and the headers that lead it to its worker. */
  socketTo?(url: URL): Promise<{ address: URL; headers: Record<string, string> }>;
}

interface ProxyOptions {
  /** Serve https, with a new certificate. */
  tls?: boolean;
  /** The origin that the workers see; by default that of the Host header. */
  origin?: string;
}

/** Java's client offers HTTP/2 by an upgrade, which the proxy ignores. */
const sockets = {
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
};

/** A loopback port in front of a world, for clients that need a real connection: browsers and other processes. */
export async function startProxy(world: Fetches, { tls = false, origin }: ProxyOptions = {}) {
  const listener: RequestListener = async (request, response) => {
    try {
      const base = origin ?? `${tls ? 'https' : 'http'}://${request.headers.host}`;
      const answer = await world.fetch(new URL(request.url ?? '/', base), await readRequest(request));
      const { 'set-cookie': _, ...headers } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, { ...headers, 'set-cookie': answer.headers.getSetCookie() });
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      response.destroy();
    }
  };
  const server = tls
    ? createTlsServer({ ...sockets, ...(await certificate()) }, listener)
    : createServer(sockets, listener);
  server.on('upgrade', async (request, socket, head) => {
    const url = new URL(request.url ?? '/', origin ?? `${tls ? 'https' : 'http'}://${request.headers.host}`);
    const target = await world.socketTo?.(url).catch(() => undefined);
    if (target === undefined) socket.destroy();
    else tunnel(request, socket, head, target);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Target = Awaited<ReturnType<NonNullable<Fetches['socketTo']>>>;

/** Passes a WebSocket on byte by byte, its request included. */
function tunnel(request: IncomingMessage, socket: Duplex, head: Buffer, { address, headers }: Target): void {
  const upstream = connect(Number(address.port), address.hostname, () => {
    const lines = Object.entries({ ...request.headers, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    upstream.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  for (const [one, other] of [
    [socket, upstream],
    [upstream, socket],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
}

async function readRequest(request: IncomingMessage): Promise<Init> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  // These headers belong to one connection: Java's client offers HTTP/2 in them.
  const { connection: _, upgrade: __, host: ___, ...headers } = request.headers as Record<string, string>;
  const method = request.method ?? 'GET';
  return { method, headers, ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}) };
}

async function certificate() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'plid tests' }], {
    keySize: 2048,
  });
  return { key, cert };
}
