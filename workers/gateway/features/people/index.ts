import * as v from 'valibot';
import { accessRecordsBinding } from '../../../audit/access-records-binding.ts';
import { readAccessRecords } from '../../../audit/read-access-records.ts';
import { accessRecorder } from '../../../audit/record-access.ts';
import { readUserIdentifier } from '../../../core/protocol/user-identifier.ts';
import { bearerTokensSetting } from '../../../core/worker/bearer-tokens.ts';
import { endpoint } from '../../../core/worker/endpoint.ts';
import { type OperatorHandler, requireToken } from '../../../core/worker/operator-token.ts';
import { pick } from '../../../core/worker/settings.ts';
import { failureResponse } from '../../errors/failure-response.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { gatewayEvents } from '../../settings/gateway-events.ts';
import { eraseUsers, findUsers, userForOperator } from './stored-users.ts';

const schema = v.object({
  /**
   * Bearer tokens of the people API and the access records, each with its owner's name, such as
   * `kim:TOKEN,lee@people:TOKEN`. Not the service's tokens.
   *
   * Access records contain the names.
   */
  ADMIN_TOKEN: bearerTokensSetting(undefined, ['people', 'audit'], 'token'),
  /** The object with the records of operators' accesses to users' data. */
  ACCESS_RECORDS: accessRecordsBinding('GatewayAccessRecords'),
  ...pick(bindings, 'KEYS', 'HSTS_SUBDOMAINS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
});
type Env = v.InferOutput<typeof schema>;

/** A plid of any service. */
const plidFormat = /^[\x21-\x7e]{1,128}$/;

const forOperator = (handler: OperatorHandler<Env>) =>
  requireToken<Env>(({ ADMIN_TOKEN }) => ADMIN_TOKEN, handler, ['people']);
const forAuditor = (handler: OperatorHandler<Env>) =>
  requireToken<Env>(({ ADMIN_TOKEN }) => ADMIN_TOKEN, handler, ['audit']);

/**
 * The operator's people API and access records.
 *
 * It shows and erases what the gateway stores about a user, and shows the records of these accesses
 * (docs/operate/users.md).
 */
export default endpoint(
  'gateway-people',
  schema,
  {
    /** Shows what is stored about a user. */
    'POST /auth/admin/people/show': forOperator(async (context) => {
      const { named, by, reason } = await readUserIdentifier(context, plidFormat);
      const users = await findUsers(context, named);
      await recordAccess(context, { action: 'people show', by, reason, plids: plidsOf(users) });
      const { token } = context;
      for (const { plid } of users)
        gatewayEvents.record(context, 'person_shown', { token, access_reason: reason, plid });
      return Response.json({ users: await Promise.all(users.map((user) => userForOperator(context, user))) });
    }),

    /** Erases the data stored about a user. */
    'POST /auth/admin/people/erase': forOperator(async (context) => {
      const { named, by, reason } = await readUserIdentifier(context, plidFormat);
      const users = await findUsers(context, named);
      await recordAccess(context, { action: 'people erase', by, reason, plids: plidsOf(users) });
      const erased = await eraseUsers(context, users);
      const { token } = context;
      for (const { plid } of erased)
        gatewayEvents.record(context, 'person_erased', { token, access_reason: reason, plid });
      return Response.json({ erased });
    }),

    /** Access records. */
    'GET /auth/admin/audit': forAuditor(async (context) =>
      Response.json(await readAccessRecords(context, 'gateway', recordAccess)),
    ),
  },
  { errorPage: failureResponse },
);

const plidsOf = (users: readonly { plid: string }[]): string[] => users.map(({ plid }) => plid);

/** Records an operator's access to users' data at the gateway (docs/operate/users.md). */
const recordAccess = accessRecorder('gateway', gatewayEvents.pseudonyms);
