import * as v from 'valibot';
import { endpoint } from '../../core/worker/endpoint.ts';
import { pick } from '../../core/worker/settings.ts';
import { bindings } from '../shared/gateway-bindings.ts';
import { userSettings } from './user-settings.ts';

export { Flow } from './flow.ts';
export { User } from './user.ts';

/** Holds the Durable Objects of the gateway. It has no route: nothing but the gateway's own workers reaches it. */
export default endpoint(
  'gateway-objects',
  v.object({ ...userSettings, ...pick(bindings, 'USER') }),
  {},
  { classes: [['Flow', 'User']] },
);
