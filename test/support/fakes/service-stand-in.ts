import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFieldCipher, fieldKeyBytes } from '../../../workers/core/protocol/field-cipher.ts';
import { gatewaySecrets } from '../world/test-settings.ts';

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  form: Record<string, string>;
}

/** `pause` in milliseconds, or a promise to wait for; `hang` never answers; `cut` closes the connection in the middle of the body. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  pause?: number | Promise<unknown>;
  hang?: boolean;
  cut?: boolean;
}

type Endpoint = 'metadata' | 'par' | 'token' | 'user' | 'disconnect';
type Answering = (request: Received) => Answer | Promise<Answer>;

const paths: Record<string, Endpoint> = {
  'GET /.well-known/oauth-authorization-server': 'metadata',
  'POST /oauth2/par': 'par',
  'POST /oauth2/token': 'token',
  'GET /v1/user/me': 'user',
  'POST /v1/user/disconnect': 'disconnect',
  'POST /api/issue': 'token',
  'GET /api/who': 'user',
  'POST /api/forget': 'disconnect',
};

/** The record of a user in the clear, as the stand-in stores it. */
export const person = {
  plid: '0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a01',
  ci: `${'Zm9v'.repeat(21)}YQ==`,
  phoneNo: '01055550001',
  name: '한가람',
  gender: 'F',
  agegroup: '30',
  birthday: '0101',
  birthdate: '950101',
  foreign: 'L',
  telcoCd: 'S',
};

const cipher = await createFieldCipher(fieldKeyBytes(gatewaySecrets.CLIENT_SECRET));

/** Encrypts as in §2.2, with the key of the tests' application. */
export const encrypt = (text: string): Promise<string> => cipher.encrypt(text);

/** A user answer (§4.3) with its encrypted fields encrypted. @param changes values that replace fields as they are. */
export async function userAnswer(
  user: Partial<typeof person> = person,
  changes: Record<string, unknown> = {},
): Promise<Answer> {
  const encrypted = ['ci', 'phoneNo', 'name', 'birthday', 'birthdate'];
  const fields = Object.entries(user).map(async ([name, value]) => [
    name,
    encrypted.includes(name) ? await encrypt(value) : value,
  ]);
  const record = {
    ...Object.fromEntries(await Promise.all(fields)),
    autoLoginYn: 'N',
    autoStatusCheck: 'N',
    ...changes,
  };
  return { body: { code: '0000', error: 'success', message: 'ok', user: record } };
}

const usual: Record<Endpoint, Answering> = {
  metadata: () => ({ status: 404, body: {} }),
  par: () => ({ status: 201, body: { request_uri: 'urn:example:pushed', expires_in: 60 } }),
  token: ({ form }) => ({
    body: { access_token: `token-of-${form.code}`, token_type: 'bearer', expires_in: 600, state: form.state },
  }),
  user: () => userAnswer(),
  disconnect: () => ({ body: { code: '0000', error: 'success', message: 'ok' } }),
};

/**
 * A login service by another vendor, on a loopback port: it supports no PKCE, keeps no state, counts its requests, and responds as a test sets it up.
 */
export async function startServiceStandIn() {
  const received: Received[] = [];
  const everSent = new Set<string>();
  let answers = { ...usual };

  const server = createServer(async (request, response) => {
    const call = await read(request);
    const endpoint = paths[`${call.method} ${call.path}`];
    // The gateway reads it once an hour, before whichever app comes first.
    if (endpoint !== 'metadata') received.push(call);
    // Most of an authorization request isn't secret.
    const sent = endpoint === 'par' ? [call.form.state] : Object.values(call.form);
    for (const text of [...sent, call.headers.authorization]) if (text) everSent.add(text);
    const answer = endpoint === undefined ? { status: 404, body: {} } : await answers[endpoint](call);
    await write(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Every code, state, verifier, credential and token that any request has carried. */
    everSent: everSent as ReadonlySet<string>,
    exchanges: (code?: string) =>
      received.filter(({ path, form }) => path === '/oauth2/token' && (code ?? form.code) === form.code)
        .length,
    answer(changes: Partial<Record<Endpoint, Answering | Answer>>): void {
      for (const [endpoint, answer] of Object.entries(changes)) {
        answers[endpoint as Endpoint] = typeof answer === 'function' ? answer : () => answer;
      }
    },
    reset(): void {
      answers = { ...usual };
      received.length = 0;
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function read(request: IncomingMessage): Promise<Received> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return {
    method: request.method ?? '',
    path: new URL(request.url ?? '/', 'http://localhost').pathname,
    headers: request.headers as Record<string, string>,
    form: Object.fromEntries(new URLSearchParams(body)),
  };
}

async function write(
  response: ServerResponse,
  { status = 200, body, headers, pause = 0, hang, cut }: Answer,
) {
  if (hang) return;
  await (typeof pause === 'number' ? new Promise((resolve) => setTimeout(resolve, pause)) : pause);
  const text = typeof body === 'string';
  response.writeHead(status, { 'Content-Type': text ? 'text/html' : 'application/json', ...headers });
  if (cut) {
    response.write(JSON.stringify(body).slice(0, 20));
    setTimeout(() => response.destroy(), 20);
    return;
  }
  response.end(text ? body : JSON.stringify(body));
}
