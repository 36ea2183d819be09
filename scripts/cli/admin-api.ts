import * as v from 'valibot';
import { isLoopback } from '../../workers/core/http/cookies.ts';
import { findAdminToken } from './admin-token.ts';
import { Failure } from './failure.ts';

/** How long an answer may take, in milliseconds. */
const timeout = 30_000;

const application = v.object({
  client_id: v.string(),
  client_secret: v.exactOptional(v.string()),
  name: v.string(),
  redirect_uris: v.array(v.string()),
  attributes: v.array(v.string()),
  reads: v.string(),
  success: v.string(),
  /** The current one first. Times in seconds since 1970. */
  secrets: v.array(v.object({ id: v.string(), created: v.number() })),
  created: v.number(),
  /** Incremented by every change. */
  version: v.number(),
});
export type Application = v.InferOutput<typeof application>;

const page = v.object({ applications: v.array(application), cursor: v.exactOptional(v.string()) });
const refusal = v.object({ error: v.string(), message: v.string() });
const nothing = v.undefined();

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The operator's API of a service. Each method throws a {@link Failure} where the service refuses or does not answer. */
export class AdminApi {
  readonly #service: URL;

  /** @param service its address, such as `https://login.example.com`. @throws {Failure} where it is none. */
  constructor(service: string) {
    this.#service = readAddress(service);
  }

  async list(): Promise<Application[]> {
    const all: Application[] = [];
    let query = '';
    do {
      const { applications, cursor } = await this.#call('GET', query, page);
      all.push(...applications);
      query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    } while (query !== '');
    return all;
  }

  create = (described: object) => this.#call('POST', '', application, described);
  show = (client_id: string) => this.#call('GET', item(client_id), application);
  /** @param version to change; any version, where it is left out. */
  update = (client_id: string, changes: object, version?: number) =>
    this.#call('PATCH', item(client_id), application, changes, version);
  /** @param version to delete; any version, where it is left out. */
  delete = (client_id: string, version?: number) =>
    this.#call('DELETE', item(client_id), nothing, undefined, version);
  rotate = (client_id: string) => this.#call('POST', `${item(client_id)}/secrets`, application);
  retire = (client_id: string, secret: string) =>
    this.#call('DELETE', `${item(client_id)}/secrets${item(secret)}`, application);

  async #call<Schema extends v.GenericSchema>(
    method: Method,
    path: string,
    schema: Schema,
    body?: object,
    version?: number,
  ) {
    const { token, source } = findAdminToken(this.#service);
    const response = await this.#send(`/admin/applications${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const answer = await response.json().catch(() => undefined);
    if (response.ok && v.is(schema, answer)) return answer;
    if (response.ok || !v.is(refusal, answer)) throw this.#unexpectedAnswer(response.status);
    if (response.status === 401) throw this.#refusedToken(source);
    if (response.status === 404) throw new Failure('The service knows no such application or secret.');
    if (response.status === 412)
      throw new Failure(
        `It is no longer version ${version}: somebody has changed it. Check it with: applications show`,
      );
    const advice = answer.message.includes('same_name') ? ' Here: --same-name' : '';
    throw new Failure(`${answer.message}${advice}`);
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(new URL(path, this.#service), init);
    } catch {
      const advice = isLoopback(this.#service) ? ' Start the local service with: npm start' : '';
      throw new Failure(`Nothing answers at ${this.#service.origin}.${advice}`);
    }
  }

  #unexpectedAnswer(status: number): Failure {
    return new Failure(
      `What answers at ${this.#service.origin} is not the service of plid (status ${status}).`,
    );
  }

  #refusedToken(source: string): Failure {
    return new Failure(`${this.#service.origin} refuses the token. Check ${source}.`);
  }
}

/** @throws {Failure} where it is not an address that a token may be sent to. */
function readAddress(service: string): URL {
  const url = URL.canParse(service) ? new URL(service) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const guess = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/?$/.test(service)
      ? ` Write it with http:// : http://${service}`
      : ' It begins with https:// (or http:// on this machine).';
    throw new Failure(`${service} is not the address of a service.${guess}`);
  }
  if (url.protocol === 'https:' || isLoopback(url)) return url;
  throw new Failure(`The ADMIN_TOKEN is not sent in the clear: ${service} needs https.`);
}

const item = (id: string) => `/${encodeURIComponent(id)}`;
