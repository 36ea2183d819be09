import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { proxyTokenHeader } from '../world/refuse-foreign-page.ts';
import { isPortInUse } from './port.ts';

/** wrangler's own server, to which only this proxy may send requests. */
export interface WranglerServer {
  port: number;
  /** Sent with each request. The environment knows it as `PROXY_TOKEN`. */
  token: string;
}

/** Time between two checks whether wrangler listens, in milliseconds. */
const interval = 50;

/** Maximum size of the headers, in bytes. The runtime refuses smaller ones if it has to. */
const maxHeaderSize = 262_144;

/**
 * Serves wrangler's server at the port of `npm start`. wrangler believes the header `MF-Original-URL`, with which a
 * page of another host name could claim to be a page of this machine (DNS rebinding). The proxy removes it. Requests
 * wait until wrangler listens.
 * @returns a function that closes the proxy. @throws if the port is in use.
 */
export async function serveFrontProxy(port: number, wrangler: WranglerServer): Promise<{ close(): void }> {
  const closed = new AbortController();
  const listens = untilInUse(wrangler.port, closed.signal);
  const servers = [createFrontProxy(wrangler, listens), createFrontProxy(wrangler, listens)] as const;
  const listen = async (server: Server, host: string) => {
    server.listen({ port, host });
    await once(server, 'listening');
    server.unref();
  };
  const [first, second] = servers;
  await listen(first, '127.0.0.1');
  // A machine without IPv6 has no second address.
  await listen(second, '::1').catch(() => undefined);
  return {
    close() {
      closed.abort();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function untilInUse(port: number, closed: AbortSignal): Promise<void> {
  while (!closed.aborted && !(await isPortInUse(port))) await wait(interval);
}

function createFrontProxy(wrangler: WranglerServer, listens: Promise<void>): Server {
  const server = createServer({ maxHeaderSize, requestTimeout: 0 }, async (asked, answer) => {
    await listens;
    const passedOn = passOn(asked, wrangler, ['connection']);
    answer.sendDate = false;
    answer.once('close', () => passedOn.destroy());
    passedOn.once('error', () => answer.destroy());
    passedOn.once('response', (answered) => {
      const headers = headersWithout(answered, ['connection']);
      answer.writeHead(answered.statusCode ?? 502, answered.statusMessage, headers.flat());
      pipeline(answered, answer, ignoreBrokenConnection);
    });
    pipeline(asked, passedOn, ignoreBrokenConnection);
  });
  return server.on('upgrade', async (asked, socket, head) => {
    await listens;
    upgrade(asked, socket, head, wrangler);
  });
}

/** A caller that has gone needs no answer. Both connections are closed by then. */
const ignoreBrokenConnection = (): void => undefined;

/** Connects a WebSocket. An answer that opens none is sent, and ends the connection. */
function upgrade(asked: IncomingMessage, socket: Duplex, head: Buffer, wrangler: WranglerServer): void {
  const passedOn = passOn(asked, wrangler, []);
  socket.once('error', () => passedOn.destroy());
  passedOn.once('error', () => socket.destroy());
  passedOn.once('response', (answered) => {
    const headers = headersWithout(answered, ['connection', 'transfer-encoding']);
    socket.write(headText(answered, [...headers, ['Connection', 'close']]));
    pipeline(answered, socket, ignoreBrokenConnection);
  });
  passedOn.once('upgrade', (answered, upstream, rest) => {
    socket.write(headText(answered, headersWithout(answered, [])));
    socket.write(rest);
    upstream.write(head);
    pipeline(upstream, socket, upstream, ignoreBrokenConnection);
  });
  passedOn.end();
}

/** Starts the same request to wrangler, without the headers that only its runtime may set. */
function passOn(asked: IncomingMessage, wrangler: WranglerServer, omitted: readonly string[]): ClientRequest {
  const headers = headersWithout(asked, [proxyTokenHeader.toLowerCase(), ...omitted]);
  const sent = headers.filter(([name]) => !name.toLowerCase().startsWith('mf-'));
  return request({
    host: 'localhost',
    port: wrangler.port,
    agent: false,
    method: asked.method,
    path: asked.url,
    headers: [...sent, [proxyTokenHeader, wrangler.token]].flat(),
  });
}

type Header = [name: string, value: string];

function headersWithout({ rawHeaders }: IncomingMessage, omitted: readonly string[]): Header[] {
  const headers = rawHeaders.flatMap((name, at): Header[] =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
  );
  return headers.filter(([name]) => !omitted.includes(name.toLowerCase()));
}

/** Returns the status line and headers in their form on the wire. */
const headText = ({ statusCode, statusMessage }: IncomingMessage, headers: readonly Header[]): string =>
  [
    `HTTP/1.1 ${statusCode} ${statusMessage}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
