import * as v from 'valibot';
import { readUserIdentifier } from '../../core/protocol/user-identifier.ts';
import { bearerTokensSetting } from '../../core/worker/bearer-tokens.ts';
import { endpoint } from '../../core/worker/endpoint.ts';
import { type OperatorHandler, requireToken } from '../../core/worker/operator-token.ts';
import { pick } from '../../core/worker/settings.ts';
import { failureResponse } from '../errors/failure-response.ts';
import { bindings } from '../shared/gateway-bindings.ts';
import { gatewayEvents } from '../shared/gateway-events.ts';
import { eraseUsers, findUsers, userForOperator } from './stored-users.ts';

const schema = v.object({
  /** `kim:TOKEN,lee:TOKEN`, or one token. */
  ADMIN_TOKEN: bearerTokensSetting('admin', [], 'token'),
  ...pick(bindings, 'KEYS', 'HSTS_SUBDOMAINS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
});
type Env = v.InferOutput<typeof schema>;

/** A plid of any service. */
const plidFormat = /^[\x21-\x7e]{1,128}$/;

const forOperator = (handler: OperatorHandler<Env>) =>
  requireToken<Env>(({ ADMIN_TOKEN }) => ADMIN_TOKEN, handler);

/**
 * The operator's API for users' data: shows and erases what the gateway stores about a user
 * (docs/operating-gateway.md).
 */
export default endpoint(
  'gateway-people',
  schema,
  {
    'POST /auth/admin/people/show': forOperator(async (context) => {
      const { named, reason: access_reason } = await readUserIdentifier(context, plidFormat);
      const users = await findUsers(context, named);
      const { token } = context;
      for (const { plid } of users)
        gatewayEvents.record(context, 'person_shown', { token, access_reason, plid });
      return Response.json({ users: await Promise.all(users.map((user) => userForOperator(context, user))) });
    }),

    'POST /auth/admin/people/erase': forOperator(async (context) => {
      const { named, reason: access_reason } = await readUserIdentifier(context, plidFormat);
      const erased = await eraseUsers(context, await findUsers(context, named));
      const { token } = context;
      for (const { plid } of erased)
        gatewayEvents.record(context, 'person_erased', { token, access_reason, plid });
      return Response.json({ erased });
    }),
  },
  { errorPage: failureResponse },
);
