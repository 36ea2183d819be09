import definitions from './definitions.json' with { type: 'json' };
import type { CarrierCall } from './port.ts';

/** A whole JSON Schema (draft 2020-12): it refers to nothing outside of itself. */
export interface CarrierSchema {
  $schema: string;
  $ref: string;
  $defs: Record<string, object>;
}

const schema = (name: keyof typeof definitions): CarrierSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $ref: `#/$defs/${name}`,
  $defs: definitions,
});

/**
 * The shapes of the port (port.ts) as they travel over HTTP: each call's question, and its answers with the status 200.
 * `definitions.json` follows from docs/carrier.openapi.yaml, which a test holds it to.
 */
export const carrierSchemas: Record<CarrierCall, { question: CarrierSchema; answer: CarrierSchema }> = {
  confirm: { question: schema('ConfirmationRequest'), answer: schema('Confirmation') },
  start: { question: schema('StartRequest'), answer: schema('Start') },
  outcome: { question: schema('RequestName'), answer: schema('Outcome') },
  cancel: { question: schema('RequestName'), answer: schema('Done') },
  notify: { question: schema('Notice'), answer: schema('Taken') },
};
