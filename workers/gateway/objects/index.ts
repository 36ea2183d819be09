import * as v from 'valibot';
import { accessRecordSettings } from '../../core/audit/access-record-settings.ts';
import { endpoint } from '../../core/worker/endpoint.ts';
import { pick } from '../../core/worker/settings.ts';
import { bindings } from '../shared/gateway-bindings.ts';
import { relyingPartySettings } from '../shared/relying-party-settings.ts';
import { userSettings } from './user-settings.ts';

export { AccessRecords as GatewayAccessRecords } from '../../core/audit/access-records.ts';
export { Flow } from './flow.ts';
export { User } from './user.ts';

/**
 * Hosts the gateway's Durable Objects. This worker has no route, so only the gateway's other workers can reach it.
 */
export default endpoint(
  'gateway-objects',
  v.object({
    ...userSettings,
    ...relyingPartySettings,
    ...accessRecordSettings,
    ...pick(bindings, 'USER'),
  }),
  {},
  { classes: [['Flow', 'User'], ['GatewayAccessRecords']] },
);
