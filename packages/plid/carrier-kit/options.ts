import type { CallbackListener } from './callback-listener.ts';
import type { Phone } from './phone.ts';
import type { Customer } from './request-body.ts';

/** The carrier that is tried, the people of the trial, and its options. */
export interface CarrierOptions {
  /** Below it are the calls: `<url>/confirm`. */
  url: string;
  /** With which the service comes. */
  token: string;
  /** Has the app, and answers by `phone`. */
  customer: Customer;
  /** Has no app. */
  unregistered?: Customer | undefined;
  /** Is a customer of an MVNO on the carrier's network. */
  mvno?: Customer | undefined;
  /** Has the app, and a name of several words in Latin letters. */
  foreigner?: Customer | undefined;
  phone?: Phone | undefined;
  /** The address that the carrier is set up to call. */
  callsBack?: CallbackListener | undefined;
  /** With which the carrier comes there; any token where it is left out. */
  callsToken?: string | undefined;
  /** For how long one answer may take, in seconds; 8, as the service has it, where it is left out. */
  timeout?: number | undefined;
}
