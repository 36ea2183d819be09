import * as v from 'valibot';
import { readJson } from '../../core/http/json.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';
import { formatOf } from '../../core/protocol/user-record.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { plidFormat } from '../shared/grants.ts';
import { type OperatorHandler, requireToken } from '../shared/operator-token.ts';
import { checkPhoneKey } from '../shared/phone-key.ts';
import { bindings } from '../shared/service-bindings.ts';
import { serviceEvents } from '../shared/service-events.ts';
import { erasePerson, type Named, readPerson } from './stored-person.ts';

const schema = v.object({
  KEYS: bindings.KEYS,
  PHONE_KEY: bindings.PHONE_KEY,
  ADMIN_TOKEN: bindings.ADMIN_TOKEN,
  APPLICATIONS: bindings.APPLICATIONS,
  ACCOUNT: bindings.ACCOUNT,
  PHONE: bindings.PHONE,
});
type Env = v.InferOutput<typeof schema>;

const named = v.strictObject({
  phoneNo: v.exactOptional(v.pipe(v.string(), v.regex(formatOf('phoneNo')))),
  plid: v.exactOptional(v.pipe(v.string(), v.regex(plidFormat))),
});

const forOperator = (handler: OperatorHandler<Env>) =>
  requireToken<Env>(({ ADMIN_TOKEN }) => ADMIN_TOKEN, handler);

/** The operator's API about people: what the service stores about one, and erasing it (docs/operating.md). */
export default endpoint(
  'service-people',
  schema,
  {
    'POST /admin/people/show': forOperator(async (context) => {
      const person = await readPerson(context, await readNamed(context));
      const { token } = context;
      if (person.stored) serviceEvents.record(context, 'person_shown', { token, plid: person.plid });
      return Response.json(person);
    }),

    'POST /admin/people/erase': forOperator(async (context) => {
      const erased = await erasePerson(context, await readNamed(context));
      const { token } = context;
      if (erased.erased) serviceEvents.record(context, 'person_erased', { token, plid: erased.plid });
      return Response.json(erased);
    }),
  },
  { checkSettings: checkPhoneKey },
);

/** Who is meant. The log says how they were named, never their name. @throws {ProtocolError} `missing_item`, `invalid_item`. */
async function readNamed({ request, note }: Context<Env>): Promise<Named> {
  const { phoneNo, plid } = await readJson(request, named);
  note({ by: phoneNo === undefined ? 'plid' : 'phoneNo' });
  if (phoneNo !== undefined && plid !== undefined)
    throw new ProtocolError(refusals.invalid_item, { item: 'plid' });
  if (phoneNo !== undefined) return { phoneNo };
  if (plid !== undefined) return { plid };
  throw new ProtocolError(refusals.missing_item, { item: 'phoneNo' });
}
