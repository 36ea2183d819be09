import * as v from 'valibot';
import {
  confirmationRequestSchema,
  requestIdSchema,
} from '../../../sandbox/carrier/carrier-request-bodies.ts';
import type { Carrier } from '../../../workers/core/carrier/port.ts';

interface Env {
  CARRIER: Carrier;
  TOKEN: string;
}

/** The HTTP form of a carrier's worker (docs/carrier.openapi.yaml), so that the carrier kit reaches it. */
export default {
  async fetch(request: Request, { CARRIER, TOKEN }: Env): Promise<Response> {
    if (request.headers.get('Authorization') !== `Bearer ${TOKEN}`)
      return new Response(null, { status: 401 });
    const body: unknown = await request.json().catch(() => undefined);
    switch (new URL(request.url).pathname) {
      case '/confirm':
        return v.is(confirmationRequestSchema, body)
          ? Response.json(await CARRIER.confirm(body))
          : new Response(null, { status: 400 });
      case '/outcome':
        return v.is(requestIdSchema, body)
          ? Response.json(await freshOutcome(CARRIER, body.requestId))
          : new Response(null, { status: 400 });
      default:
        return new Response(null, { status: 404 });
    }
  },
};

/** Returns the outcome as the vendor has it now. The adapter asks the vendor at most once a second. */
async function freshOutcome(carrier: Carrier, requestId: string) {
  const outcome = await carrier.outcome(requestId);
  if (outcome.status !== 'pending') return outcome;
  await scheduler.wait(1_000);
  return carrier.outcome(requestId);
}
