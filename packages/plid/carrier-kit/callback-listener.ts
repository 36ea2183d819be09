import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { readObject } from '../test-suite/http-response.ts';

/** A call of the carrier to the service, as it came. */
interface CallBack {
  method: string;
  path: string;
  authorization: string;
  /** The body, where it is a JSON object. */
  json: Record<string, unknown> | undefined;
}

/** Stands where the carrier expects the service. */
export interface CallbackListener {
  /** The address that the carrier is to call. */
  readonly url: string;
  /** Waits for a call about a request. @param within in seconds. */
  about(requestId: string, within: number): Promise<CallBack | undefined>;
  close(): void;
}

/** How often to look for a call, in milliseconds. */
const interval = 20;

/** Listens for calls of the carrier. @param port of this machine; 0 for any free one. @throws where the port is taken. */
export async function listenForCallbacks(port: number): Promise<CallbackListener> {
  const calls: CallBack[] = [];
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      calls.push(call);
      response.setHeader('Content-Type', 'application/json');
      response.end('{"code":"0000","error":"success","message":""}');
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/carrier/answered`,
    async about(requestId, within) {
      const until = Date.now() + within * 1000;
      for (;;) {
        const call = calls.find(({ json }) => json?.requestId === requestId);
        if (call !== undefined || Date.now() > until) return call;
        await wait(interval);
      }
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const readCall = async (request: IncomingMessage): Promise<CallBack> => ({
  method: request.method ?? '',
  path: request.url ?? '',
  authorization: request.headers.authorization ?? '',
  json: readObject(await text(request)),
});
