import { WorkerEntrypoint } from 'cloudflare:workers';
import { identity } from './person.ts';

/** Replaces the carriers: each request is approved unless its ID is `pending`. Notices are ignored. */
export class Carrier extends WorkerEntrypoint {
  confirm({ id }: { id: string }) {
    return { status: 'requested', requestId: id };
  }

  outcome(requestId: string) {
    return requestId === 'pending' ? { status: 'pending' } : { status: 'approved', identity };
  }

  cancel(): void {
    // No request waits for it.
  }

  notify(): void {
    // No caller reads it.
  }
}

export default { fetch: () => new Response('', { status: 404 }) };
