import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Carrier as CarrierPort,
  Confirmation,
  ConfirmationRequest,
  Outcome,
} from '../../../workers/core/carrier/port.ts';

interface Env {
  CARRIERS_URL: string;
}

/** A carrier with only the two required calls, which returns only the required fields. */
export class Carrier extends WorkerEntrypoint<Env> implements CarrierPort {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
    const response = await this.#call('/requests', { method: 'POST', body: JSON.stringify(request) });
    if (response.status === 404) return { status: 'unconfirmed' };
    const { id } = await response.json<{ id: string }>();
    return { status: 'requested', requestId: id };
  }

  async outcome(requestId: string): Promise<Outcome> {
    return (await this.#call(`/requests/${encodeURIComponent(requestId)}`)).json();
  }

  #call(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.env.CARRIERS_URL}${path}`, init);
  }
}

export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler;
