import { WorkerEntrypoint } from 'cloudflare:workers';
import { identity } from './person.ts';

/** Stands in for the carriers: each phone is asked, and has answered unless its request is named `pending`. Nothing is told to anybody. */
export class Carrier extends WorkerEntrypoint {
  confirm({ id }: { id: string }) {
    return { status: 'requested', requestId: id };
  }

  outcome(requestId: string) {
    return requestId === 'pending' ? { status: 'pending' } : { status: 'approved', identity };
  }

  cancel(): void {
    // Nobody waits for it.
  }

  notify(): void {
    // Nobody reads it.
  }
}

export default { fetch: () => new Response('', { status: 404 }) };
