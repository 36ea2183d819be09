import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { readObject } from '../test-suite/http-response.ts';

/** A callback request that the listener received from the carrier. */
interface CallBack {
  method: string;
  path: string;
  authorization: string;
  /** The body, if it is a JSON object. */
  json: Record<string, unknown> | undefined;
}

/** A server that replaces the service for the carrier's callbacks. */
export interface CallbackListener {
  /** The address that the carrier must call. */
  readonly url: string;
  /** Waits for a callback about a request. @param within the timeout, in seconds. */
  about(requestId: string, within: number): Promise<CallBack | undefined>;
  close(): void;
}

/** Polling interval, in milliseconds. */
const interval = 20;

/**
 * Listens for the carrier's callbacks. @param port on this machine; 0 for any free port. @throws if the port is in
 * use.
 */
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
