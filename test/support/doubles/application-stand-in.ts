import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** An application on a loopback port, behind a guard or proxy. It records the requests that reach it. */
export async function startApplication(answer: (request: ReceivedRequest) => Response | Promise<Response>) {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
