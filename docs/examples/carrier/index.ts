import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Carrier as CarrierPort, Confirmation, ConfirmationRequest, Outcome } from 'plid-kits/carrier';

interface Env {
  CARRIERS_URL: string;
  CARRIERS_KEY: string;
}

/** What the made-up carriers say of a request: `outcome` has the form of the port, which the service checks. */
interface MadeUpRequest {
  link: string;
  outcome: Outcome;
}

/**
 * The port to carriers whose API is made up: put the calls that yours understand in the place of these. `start` and `notify` are not
 * offered. Whatever is thrown here, the service answers its user with 503.
 */
export class Carrier extends WorkerEntrypoint<Env> implements CarrierPort {
  async confirm(asked: ConfirmationRequest): Promise<Confirmation> {
    // With PUT and the id of the question, the same question sent again is the same request.
    const response = await this.#call('PUT', asked.id, asked);
    switch (response.status) {
      case 404:
        return { status: 'unconfirmed' };
      case 410:
        return { status: 'unregistered', install: { web: 'https://app.example.net/install' } };
      case 429:
        return { status: 'declined', retryAfter: Number(response.headers.get('Retry-After')) };
    }
    const { link } = await read(response);
    return {
      status: 'requested',
      requestId: asked.id,
      open: { ios: link, android: link },
      shown: ['application', 'applicationHost', 'browser', 'place'],
    };
  }

  async outcome(requestId: string): Promise<Outcome> {
    const response = await this.#call('GET', requestId);
    return response.status === 404 ? { status: 'expired' } : (await read(response)).outcome;
  }

  async cancel(requestId: string): Promise<{ status: 'done' }> {
    const response = await this.#call('DELETE', requestId);
    if (response.status !== 404) await read(response);
    return { status: 'done' };
  }

  #call(method: string, id: string, body?: object): Promise<Response> {
    return fetch(`${this.env.CARRIERS_URL}/requests/${encodeURIComponent(id)}`, {
      method,
      headers: { Authorization: `Bearer ${this.env.CARRIERS_KEY}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(8_000),
    });
  }
}

/** @throws where the carriers fail. */
async function read(response: Response): Promise<MadeUpRequest> {
  if (!response.ok) throw new Error(`the carriers answered ${response.status}`);
  return response.json();
}

export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler;
