import * as v from 'valibot';
import { Failure } from '../../../tools/terminal/failure.ts';
import { io } from '../../../tools/terminal/io.ts';
import { explainApiError } from './api-errors.ts';

/** Maximum time to wait for a response, in milliseconds. */
const timeout = 60_000;
const pageLength = 100;

const envelope = v.object({
  result: v.unknown(),
  errors: v.optional(v.nullable(v.array(v.object({ code: v.number(), message: v.string() }))), []),
});

/** The error if Cloudflare's API rejects a request. */
export class CloudflareApiError extends Failure {
  /** Cloudflare's error code, such as 10014, or undefined if there is none. */
  readonly code: number | undefined;

  constructor(message: string, status: number, code: number | undefined) {
    super(message, status);
    this.code = code;
  }
}

/** The part of Cloudflare's API that plid-admin calls directly. wrangler calls the other parts. */
export class Cloudflare {
  readonly #token: string;
  readonly #base = io().env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4';

  /** @throws {Failure} if there is no token. */
  constructor() {
    const token = io().env.CLOUDFLARE_API_TOKEN?.trim();
    if (!token) {
      throw new Failure(
        'CLOUDFLARE_API_TOKEN is not set. Create a token at https://dash.cloudflare.com/profile/api-tokens from the ' +
          'template "Edit Cloudflare Workers", add the permission Zone › DNS › Read, and export the token.',
      );
    }
    this.#token = token;
  }

  /** @throws {Failure} if Cloudflare's response is an error or malformed. */
  async get<Schema extends v.GenericSchema>(path: string, schema: Schema): Promise<v.InferOutput<Schema>> {
    return this.#read(path, await this.#call('GET', path), schema);
  }

  /** Reads all pages of a list. */
  async list<Schema extends v.GenericSchema>(path: string, item: Schema): Promise<v.InferOutput<Schema>[]> {
    const all: v.InferOutput<Schema>[] = [];
    for (let page = 1; ; page += 1) {
      const numbered = `${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=${pageLength}`;
      const items = this.#read(path, await this.#call('GET', numbered), v.array(item));
      all.push(...items);
      if (items.length < pageLength) return all;
    }
  }

  async post<Schema extends v.GenericSchema>(
    path: string,
    body: object,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    return this.#read(path, await this.#call('POST', path, body), schema);
  }

  async delete(path: string): Promise<void> {
    await this.#call('DELETE', path);
  }

  /** Writes a KV value or a route. */
  async put(path: string, value: object): Promise<void> {
    await this.#call('PUT', path, value);
  }

  async patch(path: string, changes: object): Promise<void> {
    await this.#call('PATCH', path, changes);
  }

  /**
   * Reads a KV value, which Cloudflare returns without an envelope.
   * @returns undefined if the value is missing or isn't JSON.
   */
  async value(path: string): Promise<unknown> {
    const response = await this.#fetch('GET', path);
    const text = await response.text();
    if (response.status === 404) return undefined;
    if (!response.ok)
      throw new CloudflareApiError(explainApiError(path, response.status), response.status, undefined);
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await this.#fetch(method, path, body);
    const parsed = v.safeParse(envelope, await response.json().catch(() => undefined));
    if (response.ok && parsed.success) return parsed.output.result;
    const [error] = parsed.success ? (parsed.output.errors ?? []) : [];
    const { status } = response;
    throw new CloudflareApiError(
      explainApiError(path, status, error?.code, error?.message),
      status,
      error?.code,
    );
  }

  /** Sends a request. If the connection breaks, a GET is repeated once, because it changes nothing. */
  async #fetch(method: string, path: string, body?: object, isLast = method !== 'GET'): Promise<Response> {
    try {
      return await fetch(`${this.#base}${path}`, {
        method,
        headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout),
      });
    } catch {
      if (!isLast) return this.#fetch(method, path, body, true);
      throw new Failure(`Cloudflare's API doesn't respond. ${again}`);
    }
  }

  #read<Schema extends v.GenericSchema>(path: string, result: unknown, schema: Schema) {
    const parsed = v.safeParse(schema, result);
    if (parsed.success) return parsed.output;
    throw new Failure(
      `Cloudflare's API returned a malformed response for ${path}. The API may have changed.`,
    );
  }
}

const again = 'Run the same command again later. It continues where it stopped.';
