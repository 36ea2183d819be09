import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import { isLoopback } from '../../workers/core/http/secure-address.ts';
import { explainConnection } from '../check/worker-requests.ts';
import { type AdminToken, findAdminToken } from './admin-token.ts';
import { describeUrlSource } from './url-option.ts';

/** Maximum time to wait for a response, in milliseconds. */
const timeout = 30_000;

const refusal = v.object({ error: v.string(), message: v.string() });

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Call {
  /** JSON to send. */
  body?: object | undefined;
  headers?: Record<string, string>;
  /**
   * Returns the message that explains an error response at the terminal. The default is the response's own
   * message.
   */
  explain?: (status: number, message: string) => string;
}

type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** The token and the fetch function for an API. Used if the caller provides them. */
export interface Access {
  token: AdminToken;
  fetch(address: URL, init: RequestInit): Promise<Response>;
}

/** The operator of a service or gateway, who calls its API with a token. */
export class Operator {
  readonly #address: URL;
  /** The option or variable with the address, for messages. */
  readonly #source: string;
  readonly #access: Access | undefined;

  /** @param address such as `https://login.example.com`. @throws {Failure} if the address is invalid. */
  constructor(address: string, access?: Access) {
    this.#address = readAddress(address);
    this.#source = describeUrlSource(address);
    this.#access = access;
  }

  get origin(): string {
    return this.#address.origin;
  }

  /** @throws {Failure} if the call is rejected or unanswered, or if the server isn't plid. */
  async call<Schema extends v.GenericSchema>(
    method: Method,
    path: string,
    schema: Schema,
    { body, headers = {}, explain = (_, message) => message }: Call = {},
  ): Promise<v.InferOutput<Schema>> {
    const { token, source } = this.#access?.token ?? findAdminToken(this.#address);
    const response = await this.#send(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = await response.json().catch(() => undefined);
    if (response.ok && v.is(schema, answer)) return answer;
    if (response.ok || !v.is(refusal, answer)) throw this.#unexpectedAnswer(response.status);
    if (response.status === 401) throw new Failure(`${this.origin} rejected the token. Check ${source}.`);
    throw new Failure(explain(response.status, answer.message), response.status);
  }

  /**
   * Checks that a route exists before a secret or personal data is sent to it. Only a plid worker with valid
   * settings rejects an OPTIONS request in the expected way. @throws {Failure} with the text from `advise`, if the
   * route doesn't exist.
   */
  async expectRoute(path: string, advise: () => Promise<string>, method: Method = 'POST'): Promise<void> {
    const response = await this.#send(path, { method: 'OPTIONS' });
    if (accepts(response, method)) return;
    const advice = await advise();
    throw new Failure(
      `${this.origin}${path} responds with ${response.status}, so the server doesn't seem to be plid. ${advice}${this.#source}`,
    );
  }

  /** Whether a plid worker handles a method at a path. */
  hasRoute = async (path: string, method: Method = 'POST'): Promise<boolean> =>
    accepts(await this.#send(path, { method: 'OPTIONS' }), method);

  async #send(path: string, init: Sent): Promise<Response> {
    try {
      const signal = AbortSignal.timeout(timeout);
      const send = this.#access?.fetch ?? fetch;
      // A local environment answers no page of another site, which can't send this header.
      const headers = { 'Sec-Fetch-Site': 'none', ...init.headers };
      return await send(new URL(path, this.#address), { ...init, headers, redirect: 'manual', signal });
    } catch (error) {
      throw new Failure(`${this.#explain(error)}${this.#source}`);
    }
  }

  #explain(error: unknown): string {
    const { fault, advice, isRefused } = explainConnection(error);
    if (!isRefused) return `${this.origin}: ${fault}. ${advice}`;
    const start = ' To start the local service, run: npm start. For another port, use --url.';
    return `No response from ${this.origin}.${isLoopback(this.#address) ? start : ''}`;
  }

  #unexpectedAnswer(status: number): Failure {
    return new Failure(
      `The server at ${this.origin} isn't a plid service (status ${status}).${this.#source}`,
    );
  }
}

const accepts = ({ status, headers }: Response, method: Method): boolean =>
  status === 405 && headers.get('Allow')?.split(', ').includes(method) === true;

/** @throws {Failure} if the address must not receive a token. */
function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const guess =
      URL.canParse(`http://${address}`) && isLoopback(new URL(`http://${address}`))
        ? ` Add the scheme: http://${address}`
        : ' The URL must start with https:// (or http:// on this machine).';
    throw new Failure(`${address} isn't the URL of a service.${guess}${describeUrlSource(address)}`);
  }
  if (url.protocol === 'https:' || isLoopback(url)) return url;
  throw new Failure(
    `The ADMIN_TOKEN is never sent unencrypted. Use https for ${address}.${describeUrlSource(address)}`,
  );
}
