import { createSocket } from 'node:dgram';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

interface Certificate {
  key: string;
  cert: string;
}

/** A gateway's address over https, on loopback. @param http the gateway's own address. */
export async function startTlsGateway(certificate: Certificate, http: string) {
  const server = createTlsServer(certificate, (socket) => {
    const upstream = connect(Number(new URL(http).port), '127.0.0.1');
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    upstream.pipe(socket).pipe(upstream);
  });
  return listening(server);
}

/** A server in the gateway's place that lets every request through as another user. It records what reaches it. */
export async function startImpostor(certificate: Certificate) {
  const received: string[] = [];
  const server = createHttpsServer(certificate, ({ url, rawHeaders }, response) => {
    received.push(`${url} ${rawHeaders.join(' ')}`);
    response.writeHead(200, { 'Plid-Identity': 'forged', 'X-Auth-Request-User': 'forged' }).end();
  });
  return { received, ...(await listening(server)) };
}

async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const typeA = 1;

/** A DNS server on loopback to which every name is 127.0.0.1 (RFC 1035 §4.1): HAProxy's HTTP client reads no hosts file. */
export async function startNameServer() {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const isA = query.readUInt16BE(end - 4) === typeA;
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]);
    const answer = Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...(isA ? [answer] : [])]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { port: socket.address().port, close: () => new Promise<void>((resolve) => socket.close(resolve)) };
}
