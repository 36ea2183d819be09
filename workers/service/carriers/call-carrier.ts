import type {
  CarrierCall,
  ConfirmationRequest,
  Notice,
  RequestOwner,
  StartRequest,
} from '../../core/carrier/port.ts';
import { isAdapterFault } from './adapter-fault.ts';
import type { AdapterEntrypoint, CarrierConnection } from './carriers-settings.ts';
import { CarrierFault, postToCarrier } from './post-to-carrier.ts';
import { isUnsupportedCall } from './unsupported-call.ts';

/** The body of a call, as the HTTP form of the port has it. */
type Body = object & { requestId?: string };

/** A call that an adapter doesn't offer. It isn't a failure, because plid's own adapters lack only optional calls. */
export class UnofferedCall extends CarrierFault {}

/**
 * Calls a carrier, over HTTP or in an adapter's worker.
 * @returns the response, unvalidated. @throws {CarrierFault} if there is no usable response. @throws {UnofferedCall} if
 * an adapter doesn't offer the call. @throws {Error} if an adapter fails.
 */
export const callCarrier = (
  connection: CarrierConnection | { adapter: AdapterEntrypoint },
  call: CarrierCall,
  body: Body,
  owner: RequestOwner = {},
): Promise<unknown> =>
  'adapter' in connection
    ? callAdapter(connection.adapter, call, body, owner).catch((failure: unknown) => {
        if (isUnsupportedCall(failure)) throw new UnofferedCall(`does not offer ${call}`);
        throw isAdapterFault(failure) ? new CarrierFault(failure.message) : failure;
      })
    : postToCarrier(connection, call, body);

async function callAdapter(
  adapter: AdapterEntrypoint,
  call: CarrierCall,
  body: Body,
  owner: RequestOwner,
): Promise<unknown> {
  const { requestId = '' } = body;
  switch (call) {
    case 'confirm':
      return adapter.confirm(body as ConfirmationRequest);
    case 'outcome':
      return adapter.outcome(requestId, owner);
    case 'cancel':
      return adapter.cancel?.(requestId, owner);
    case 'start':
      return adapter.start?.(body as StartRequest);
    case 'notify':
      return adapter.notify?.(body as Notice);
  }
}
