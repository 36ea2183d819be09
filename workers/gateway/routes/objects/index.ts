import * as v from 'valibot';
import { accessRecordSettings } from '../../../audit/access-record-settings.ts';
import { endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { userSettings } from '../../objects/user-settings.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { relyingPartySettings } from '../../settings/relying-party-settings.ts';

export { AccessRecords as GatewayAccessRecords } from '../../../audit/access-records.ts';
export { Flow } from '../../objects/flow.ts';
export { User } from '../../objects/user.ts';

/**
 * Contains the Durable Objects, and sends logout_tokens.
 *
 * This worker has no route, so only the gateway's other workers can reach it.
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
