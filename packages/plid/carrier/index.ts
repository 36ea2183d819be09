export * from './port.ts';
export { type Reading, readConfirmation, readOutcome, readStart } from './read-answers.ts';
export { type CarrierSchema, carrierSchemas } from './schemas.ts';
