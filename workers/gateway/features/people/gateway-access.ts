import { accessRecorder } from '../../../audit/record-access.ts';
import { gatewayEvents } from '../../settings/gateway-events.ts';

/** Records an operator's access to users' data at the gateway (docs/operate/access-records.md). */
export const recordAccess = accessRecorder('gateway', gatewayEvents.pseudonyms);
