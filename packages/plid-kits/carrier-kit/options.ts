import type { Entry } from '../../../workers/core/carrier/port.ts';
import type { CarrierCode } from '../../../workers/core/protocol/user-record.ts';
import type { CallbackListener } from './callback-listener.ts';
import type { Phone } from './phone.ts';
import type { Customer } from './request-body.ts';

/** The carrier to test, its test subscribers, and options. */
export interface CarrierOptions {
  /** Base URL of the calls. For example, `confirm` is at `<url>/confirm`. */
  url: string;
  /** The token with which the service authenticates to the carrier. */
  token: string;
  /** A subscriber who has the app and answers requests on `phone`. */
  customer: Customer;
  /** A subscriber without the app. */
  unregistered?: Customer | undefined;
  /** A subscriber of an MVNO on the carrier's network. */
  mvno?: Customer | undefined;
  /** A subscriber who has the app and whose name consists of several words in Latin letters. */
  foreigner?: Customer | undefined;
  /** The networks whose subscribers the carrier reaches. Default: the customer's. */
  networks?: readonly CarrierCode[] | undefined;
  /**
   * How the carrier's phones match the number, as in the operator's setting. Default: requests ask for a choice, and
   * typing is tested too.
   */
  matching?: Entry | undefined;
  phone?: Phone | undefined;
  /** Receives the carrier's callbacks. */
  callsBack?: CallbackListener | undefined;
  /** The carrier's token for callbacks. Default: any token is accepted. */
  callsToken?: string | undefined;
  /** Timeout of a call in seconds; default: 8, as in the service. */
  timeout?: number | undefined;
}
