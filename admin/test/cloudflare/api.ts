import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answers } from './responses.ts';
import { AccountState, type Refusal, refused } from './state.ts';

interface Call {
  method: string;
  /** The path without `/client/v4`, with its query. */
  path: string;
}

/** Whether a request only reads, although it may be a POST. */
const isRead = ({ method, path }: Call) => method === 'GET' || /\/changeset/.test(path);

/** A stand-in for Cloudflare's API, with memory, on a loopback port. @param state the contents of the account. */
export async function startCloudflare(state = new AccountState()) {
  const calls: Call[] = [];
  let refuse: ((call: Call) => Refusal | undefined) | undefined;
  let writesLeft = Number.POSITIVE_INFINITY;
  let onStop = () => {};
  const history: AccountState[] = [];

  async function listener(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').replace('/client/v4', '');
    const call = { method: request.method ?? '', path };
    if (writesLeft <= 0) return void request.socket.destroy();
    calls.push(call);
    const [status, body] = await answer(call, request, Buffer.concat(chunks));
    if (!isRead(call)) {
      writesLeft -= 1;
      history.push(state.copy());
    }
    if (writesLeft <= 0) {
      request.socket.destroy();
      return onStop();
    }
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  async function answer(
    call: Call,
    { headers }: IncomingMessage,
    body: Buffer,
  ): Promise<[number, object | string]> {
    try {
      const refusal = refuse?.(call);
      if (refusal !== undefined) throw refusal;
      if (headers.authorization !== `Bearer ${token}`) throw refused(403, 9109, 'Invalid access token');
      const url = new URL(call.path, 'http://cloudflare');
      for (const [method, pattern, give] of answers) {
        const match = pattern.exec(url.pathname);
        if (method !== call.method || match === null) continue;
        const sent = new Request(url, {
          method: 'POST',
          body: new Uint8Array(body),
          headers: headers as Record<string, string>,
        });
        const result = await give(state, {
          params: match.slice(1),
          query: url.searchParams,
          text: () => sent.text(),
          json: () => sent.json() as Promise<Record<string, unknown>>,
          form: () => sent.formData() as unknown as Promise<FormData>,
        });
        // A value of KV comes as it was written, without an envelope.
        if (result instanceof Response) return [200, await result.text()];
        return [200, { success: true, result: result ?? null, errors: [], messages: [] }];
      }
      throw refused(404, 7003, `the stand-in does not know ${call.method} ${url.pathname}`);
    } catch (error) {
      const { status, code, message } = error as Refusal;
      if (status === undefined) throw error;
      return [status, { success: false, result: null, errors: [{ code, message }], messages: [] }];
    }
  }

  const server = createServer((request, response) => {
    listener(request, response).catch((error: NodeJS.ErrnoException) => {
      // A killed command aborts its upload.
      if (error.code !== 'ECONNRESET') throw error;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    state,
    calls,
    /** The requests that change something. */
    writes: () => calls.filter((call) => !isRead(call)),
    /** The account as it was after each write. */
    history,
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/client/v4`,
      CLOUDFLARE_API_TOKEN: token,
      // The tests run in a CI system as well.
      CI: '',
    },
    /** Answers some requests with an error, until the next call. */
    refuse(decide?: typeof refuse): void {
      refuse = decide;
    },
    /** Stops answering after a number of writes, the last of them included. Without a number it answers again. */
    stopAfterWrites(count = Number.POSITIVE_INFINITY, stopped = () => {}): void {
      writesLeft = count;
      onStop = stopped;
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export const token = 'the-token-of-the-tests-0123456789';
