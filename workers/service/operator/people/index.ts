import * as v from 'valibot';
import { readAccessRecords } from '../../../audit/read-access-records.ts';
import { readJson } from '../../../core/protocol/json.ts';
import { accessReason, readUserIdentifier } from '../../../core/protocol/user-identifier.ts';
import { endpoint } from '../../../core/worker/endpoint.ts';
import { type OperatorHandler, requireToken } from '../../../core/worker/operator-token.ts';
import { pick } from '../../../core/worker/settings.ts';
import { listAffectedUsers } from '../../features/affected-users/affected-users.ts';
import { resealDisclosures } from '../../features/affected-users/reseal-disclosures.ts';
import { plidFormat } from '../../objects/accounts.ts';
import { checkPhoneKey } from '../../objects/phone-key.ts';
import { operatorTokens } from '../../settings/operator-tokens.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { recordAccess } from '../access/service-access.ts';
import { withApplicationNames } from '../access/with-application-names.ts';
import {
  endUserPasskeys,
  eraseUserData,
  type FoundUserData,
  findUserData,
  readUserData,
} from './stored-user-data.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'PHONE_KEY', 'APPLICATIONS', 'LOCATION_HINT', 'ACCOUNT', 'PHONE'),
  ...pick(bindings, 'DISCLOSURES', 'DISCLOSURE_KEY', 'ACCESS_RECORDS', 'HSTS_SUBDOMAINS'),
  ...pick(operatorTokens, 'ADMIN_TOKEN'),
});
type Env = v.InferOutput<typeof schema>;

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const affectedRequest = v.strictObject({
  client_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{20}$/)),
  since: seconds,
  until: seconds,
  reason: accessReason,
  cursor: v.exactOptional(v.string()),
});
const resealRequest = v.strictObject({ cursor: v.exactOptional(v.string()) });

/** Whom the record of an access names: the user, the number, or neither if nothing is stored. */
const subjectsOf = ({ subject }: FoundUserData): string[] => (subject === undefined ? [] : [subject]);

const forOperator = (handler: OperatorHandler<Env>) =>
  requireToken<Env>(({ ADMIN_TOKEN }) => ADMIN_TOKEN, handler, ['people']);
const forAuditor = (handler: OperatorHandler<Env>) =>
  requireToken<Env>(({ ADMIN_TOKEN }) => ADMIN_TOKEN, handler, ['audit']);

/**
 * The operator's people API and access records.
 *
 * It shows and erases what the service stores about a user, ends passkeys, lists the users whom a leak affects, and shows the
 * records of these accesses (docs/operate/users.md).
 */
export default endpoint(
  'service-people',
  schema,
  {
    /** Shows what is stored about a user. */
    'POST /admin/people/show': forOperator(async (context) => {
      const { named, by, reason } = await readUserIdentifier(context, plidFormat);
      const found = await findUserData(context, named);
      await recordAccess(context, { action: 'people show', by, reason, plids: subjectsOf(found) });
      const person = await readUserData(context, found);
      const about = { token: context.token, access_reason: reason, plid: person.plid };
      if (person.stored) serviceEvents.record(context, 'person_shown', about);
      return Response.json(person);
    }),

    /** Erases the data stored about a user. */
    'POST /admin/people/erase': forOperator(async (context) => {
      const { named, by, reason } = await readUserIdentifier(context, plidFormat);
      const found = await findUserData(context, named);
      await recordAccess(context, { action: 'people erase', by, reason, plids: subjectsOf(found) });
      const erased = await eraseUserData(context, found);
      const about = { token: context.token, access_reason: reason, plid: erased.plid };
      if (erased.erased) serviceEvents.record(context, 'person_erased', about);
      return Response.json(erased);
    }),

    /** Ends a user's passkeys. */
    'POST /admin/people/end-passkeys': forOperator(async (context) => {
      const { named, by, reason } = await readUserIdentifier(context, plidFormat);
      const found = await findUserData(context, named);
      await recordAccess(context, { action: 'people end-passkeys', by, reason, plids: subjectsOf(found) });
      const ended = await endUserPasskeys(context, found);
      const about = { token: context.token, access_reason: reason, plid: found.plid };
      for (const client_id of ended) serviceEvents.record(context, 'passkey_ended', { ...about, client_id });
      return Response.json({ ended: ended.length });
    }),

    /** Lists users whom a leak may affect. */
    'POST /admin/people/affected': forOperator(async (context) => {
      const { reason: access_reason, cursor, ...query } = await readJson(context.request, affectedRequest);
      const { client_id } = query;
      context.note({ client_id, access_reason });
      const page = await listAffectedUsers(context, query, cursor);
      const plids = page.people.map(({ plid }) => plid);
      await recordAccess(context, { action: 'people affected', reason: access_reason, client_id, plids });
      const about = { token: context.token, access_reason, client_id };
      serviceEvents.record(context, 'affected_listed', about);
      const [named] = await withApplicationNames(context, [{ client_id }]);
      return Response.json({ ...page, ...(named?.application && { application: named.application }) });
    }),

    /** Encrypts the index of disclosures with the current key. */
    'POST /admin/people/affected/reseal': forOperator(async (context) => {
      const { cursor } = await readJson(context.request, resealRequest);
      return Response.json(await resealDisclosures(context, cursor));
    }),

    /** Access records. */
    'GET /admin/audit': forAuditor(async (context) =>
      Response.json(await readAccessRecords(context, 'service', recordAccess)),
    ),
  },
  { checkSettings: checkPhoneKey },
);
