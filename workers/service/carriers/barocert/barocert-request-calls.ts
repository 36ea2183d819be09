import type { Confirmation, ConfirmationRequest, Outcome, RequestOwner } from '../../../core/carrier/port.ts';

/** The calls of the object of a request (barocert-request.ts), for its callers. */
export interface BarocertRequestCalls extends Rpc.DurableObjectBranded {
  /** Sends the request to the phone once. A repeated call returns the first response. */
  confirm(request: ConfirmationRequest): Promise<Confirmation>;
  /** Returns the request's outcome, which stays available for ten minutes after the request has expired. */
  outcome(owner: RequestOwner): Promise<Outcome>;
  /** Ignores a later answer of the phone. The vendor can't take a request back, so the phone still shows it. */
  cancel(): Promise<void>;
  /**
   * Claims a receipt of the vendor for one request. Called on the object that is named by the receipt. @param deletes when
   * the claim is deleted, in seconds since 1970.
   * @returns false if another request has it. Otherwise, one approval would count for two requests.
   */
  claimReceipt(id: string, deletes: number, at: number): boolean | Promise<boolean>;
}
