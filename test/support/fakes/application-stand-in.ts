import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** `Sec-WebSocket-Accept` (RFC 6455 §4.2.2). */
const acceptOf = ({ headers }: IncomingMessage): string =>
  createHash('sha1')
    .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');

/**
 * An application on a loopback port, behind a guard or proxy. It records the requests that reach it.
 * @param sockets whether it accepts WebSockets (101), on which it returns every byte that it receives.
 */
export async function startApplication(
  answer: (request: ReceivedRequest) => Response | Promise<Response>,
  { sockets = false } = {},
) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', url = '', headers } = request;
    const call = { method, url, headers: headers as Record<string, string>, body };
    received.push(call);
    const answered = await answer(call);
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
  });
  if (sockets)
    server.on('upgrade', (request, socket) => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers: headers as Record<string, string>, body: '' });
      const accepted = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptOf(request)}`;
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${accepted}\r\n\r\n`);
      socket.on('error', () => socket.destroy()).pipe(socket);
    });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
