/** Tries a carrier against the port over HTTP, from outside. It knows the port alone, and nothing of how the service asks. */
export { type CallsBack, listenForCalls } from './calls-back.ts';
export { type Phone, type PhoneAction, phoneByCommand, phoneByHand, phoneOfSandbox } from './phone.ts';
export type { Customer } from './question.ts';
export { headings, runCarrierKit, statusesOf } from './run.ts';
export { type CarrierOptions, exemptReasons, isMissing } from './target.ts';
