import { request } from 'node:http';

/**
 * Opens a WebSocket as a browser does (RFC 6455 §4.1), and sends four bytes.
 * @returns the status of the answer, and the received bytes if it was 101.
 */
export function openSocket(url: string, headers: Record<string, string>) {
  const handshake = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  return new Promise<{ status: number | undefined; echo?: string }>((resolve, reject) => {
    const asked = request(url, { headers: { ...handshake, ...headers } });
    asked.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode });
    });
    asked.once('upgrade', ({ statusCode }, socket) => {
      socket.once('data', (bytes: Buffer) => {
        socket.destroy();
        resolve({ status: statusCode, echo: bytes.toString() });
      });
      socket.once('error', reject).write('ping');
    });
    asked.once('error', reject).end();
  });
}
