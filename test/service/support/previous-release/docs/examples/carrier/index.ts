import { WorkerEntrypoint } from 'cloudflare:workers';
import * as v from 'valibot';
import type {
  Carrier as CarrierPort,
  Confirmation,
  ConfirmationRequest,
  Outcome,
} from '../../../workers/core/protocol/carrier.ts';

interface Env {
  CARRIERS_URL: string;
  CARRIERS_KEY: string;
}

const requested = v.object({ id: v.string() });
const outcome = v.variant('status', [
  v.object({ status: v.picklist(['pending', 'denied', 'expired']) }),
  v.object({
    status: v.literal('approved'),
    identity: v.object({
      ci: v.string(),
      phoneNo: v.string(),
      name: v.string(),
      gender: v.picklist(['F', 'M']),
      agegroup: v.string(),
      birthday: v.string(),
      birthdate: v.string(),
      foreign: v.picklist(['L', 'F']),
      telcoCd: v.picklist(['S', 'K', 'L']),
    }),
  }),
]);

/** The port to carriers whose API is made up: put the calls that yours understand in the place of these two. */
export class Carrier extends WorkerEntrypoint<Env> implements CarrierPort {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
    const response = await this.#call('POST', '/requests', request);
    if (response.status === 404) return { status: 'unconfirmed' };
    const { id } = await read(response, requested);
    return { status: 'requested', requestId: id };
  }

  async outcome(requestId: string): Promise<Outcome> {
    return read(await this.#call('GET', `/requests/${encodeURIComponent(requestId)}`), outcome);
  }

  #call(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.env.CARRIERS_URL}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.env.CARRIERS_KEY}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(8_000),
    });
  }
}

/** Whatever is thrown here, the service answers its user with 503. @throws where carriers fail or answer nonsense. */
async function read<Schema extends v.GenericSchema>(response: Response, schema: Schema) {
  if (!response.ok) throw new Error(`the carriers answered ${response.status}`);
  return v.parse(schema, await response.json());
}

export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler;
