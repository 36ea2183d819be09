import type {
  CarrierCall,
  ConfirmationRequest,
  Notice,
  RequestOwner,
  StartRequest,
} from '../../core/carrier/port.ts';
import type { AdapterEntrypoint, CarrierConnection } from './carriers-settings.ts';
import { postToCarrier } from './post-to-carrier.ts';

/** The body of a call, as the HTTP form of the port has it. */
type Body = object & { requestId?: string };

/**
 * Calls a carrier, over HTTP or in an adapter's worker.
 * @returns the response, unvalidated. @throws {CarrierFault} if there is no usable response. @throws {Error} if an adapter
 * fails or doesn't offer the call.
 */
export const callCarrier = (
  connection: CarrierConnection | { adapter: AdapterEntrypoint },
  call: CarrierCall,
  body: Body,
): Promise<unknown> =>
  'adapter' in connection
    ? callAdapter(connection.adapter, call, body)
    : postToCarrier(connection, call, body);

async function callAdapter(adapter: AdapterEntrypoint, call: CarrierCall, body: Body): Promise<unknown> {
  const { requestId = '' } = body;
  switch (call) {
    case 'confirm':
      return adapter.confirm(body as ConfirmationRequest);
    case 'outcome':
      return adapter.outcome(requestId, body as RequestOwner);
    case 'cancel':
      return adapter.cancel?.(requestId, body as RequestOwner);
    case 'start':
      return adapter.start?.(body as StartRequest);
    case 'notify':
      return adapter.notify?.(body as Notice);
  }
}
