export * from '../../../workers/core/carrier/port.ts';
export {
  type Reading,
  readConfirmation,
  readOutcome,
  readStart,
} from '../../../workers/core/carrier/read-answers.ts';
export { type CarrierSchema, carrierSchemas } from './schemas.ts';
