/**
 * Tests a carrier's HTTP API from the outside, based only on the port's specification and not on the service's
 * implementation.
 */
export { type CallbackListener, listenForCallbacks } from './callback-listener.ts';
export type { CarrierOptions } from './options.ts';
export { type Phone, type PhoneAction, phoneAtTerminal, phoneByCommand, phoneOfSandbox } from './phone.ts';
export { isMissing, statusesOf } from './probe.ts';
export type { Customer } from './request-body.ts';
export { exemptReasons } from './requirements.ts';
export { headings, runCarrierKit } from './run.ts';
