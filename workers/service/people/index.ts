import * as v from 'valibot';
import { readNamedPerson } from '../../core/protocol/named-person.ts';
import { endpoint } from '../../core/worker/endpoint.ts';
import { type OperatorHandler, requireToken } from '../../core/worker/operator-token.ts';
import { pick } from '../../core/worker/settings.ts';
import { plidFormat } from '../shared/accounts.ts';
import { operatorTokens } from '../shared/operator-tokens.ts';
import { checkPhoneKey } from '../shared/phone-key.ts';
import { bindings } from '../shared/service-bindings.ts';
import { serviceEvents } from '../shared/service-events.ts';
import { erasePerson, readPerson } from './stored-person.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'PHONE_KEY', 'APPLICATIONS', 'LOCATION_HINT', 'ACCOUNT', 'PHONE'),
  ...pick(bindings, 'HSTS_SUBDOMAINS'),
  ...pick(operatorTokens, 'ADMIN_TOKEN'),
});
type Env = v.InferOutput<typeof schema>;

const forOperator = (handler: OperatorHandler<Env>) =>
  requireToken<Env>(({ ADMIN_TOKEN }) => ADMIN_TOKEN, handler, ['people']);

/** The operator's API about people: what the service stores about one, and erasing it (docs/data.md). */
export default endpoint(
  'service-people',
  schema,
  {
    'POST /admin/people/show': forOperator(async (context) => {
      const person = await readPerson(context, await readNamedPerson(context, plidFormat));
      const { token } = context;
      if (person.stored) serviceEvents.record(context, 'person_shown', { token, plid: person.plid });
      return Response.json(person);
    }),

    'POST /admin/people/erase': forOperator(async (context) => {
      const erased = await erasePerson(context, await readNamedPerson(context, plidFormat));
      const { token } = context;
      if (erased.erased) serviceEvents.record(context, 'person_erased', { token, plid: erased.plid });
      return Response.json(erased);
    }),
  },
  { checkSettings: checkPhoneKey },
);
