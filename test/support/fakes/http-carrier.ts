import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call that has arrived at a carrier. */
export interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: as it was sent
  body: any;
}

export type Answer = (call: Call, response: ServerResponse, request: IncomingMessage) => unknown;

/** Answers with JSON. */
export const json =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

/** Leaves a call without an answer. */
export const silence: Answer = () => undefined;

/** A carrier as a real server on loopback, which responds as a test sets it up, and records its calls. */
export async function startCarrier(first: Answer = json({ status: 'unconfirmed' })) {
  let answers: Answer[] = [first];
  let calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const call = { path: request.url ?? '', headers: request.headers, body: JSON.parse(await text(request)) };
    calls.push(call);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(call, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    /** One answer for each call that comes; the last one for all that follow. */
    answer(...next: [Answer, ...Answer[]]): void {
      answers = next;
    },
    /** The calls since the last look. */
    taken(): Call[] {
      const taken = calls;
      calls = [];
      return taken;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
