import * as v from 'valibot';
import { readUserIdentifier } from '../../core/protocol/user-identifier.ts';
import { endpoint } from '../../core/worker/endpoint.ts';
import { type OperatorHandler, requireToken } from '../../core/worker/operator-token.ts';
import { pick } from '../../core/worker/settings.ts';
import { plidFormat } from '../shared/accounts.ts';
import { operatorTokens } from '../shared/operator-tokens.ts';
import { checkPhoneKey } from '../shared/phone-key.ts';
import { bindings } from '../shared/service-bindings.ts';
import { serviceEvents } from '../shared/service-events.ts';
import { eraseUserData, readUserData } from './stored-user-data.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'PHONE_KEY', 'APPLICATIONS', 'LOCATION_HINT', 'ACCOUNT', 'PHONE'),
  ...pick(bindings, 'HSTS_SUBDOMAINS'),
  ...pick(operatorTokens, 'ADMIN_TOKEN'),
});
type Env = v.InferOutput<typeof schema>;

const forOperator = (handler: OperatorHandler<Env>) =>
  requireToken<Env>(({ ADMIN_TOKEN }) => ADMIN_TOKEN, handler, ['people']);

/** The operator's API for users' data: shows and erases what the service stores about a user (docs/data.md). */
export default endpoint(
  'service-people',
  schema,
  {
    'POST /admin/people/show': forOperator(async (context) => {
      const { named, reason: access_reason } = await readUserIdentifier(context, plidFormat);
      const person = await readUserData(context, named);
      const about = { token: context.token, access_reason, plid: person.plid };
      if (person.stored) serviceEvents.record(context, 'person_shown', about);
      return Response.json(person);
    }),

    'POST /admin/people/erase': forOperator(async (context) => {
      const { named, reason: access_reason } = await readUserIdentifier(context, plidFormat);
      const erased = await eraseUserData(context, named);
      const about = { token: context.token, access_reason, plid: erased.plid };
      if (erased.erased) serviceEvents.record(context, 'person_erased', about);
      return Response.json(erased);
    }),
  },
  { checkSettings: checkPhoneKey },
);
