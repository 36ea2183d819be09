import type { CarrierCall } from '../../../workers/core/carrier/port.ts';
import definitions from './definitions.json' with { type: 'json' };

/** A self-contained JSON Schema (draft 2020-12). */
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
 * JSON Schemas for the port (port.ts) over HTTP. Each call has one schema for its body and one for its responses
 * with status 200. A test verifies that `definitions.json` is derived from docs/carrier.openapi.yaml.
 */
export const carrierSchemas: Record<CarrierCall, { question: CarrierSchema; answer: CarrierSchema }> = {
  confirm: { question: schema('ConfirmationRequest'), answer: schema('Confirmation') },
  start: { question: schema('StartRequest'), answer: schema('Start') },
  outcome: { question: schema('RequestName'), answer: schema('Outcome') },
  cancel: { question: schema('RequestName'), answer: schema('Done') },
  notify: { question: schema('Notice'), answer: schema('Taken') },
};
