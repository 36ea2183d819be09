import * as v from 'valibot';
import { clientIdFormat } from '../../../core/protocol/credentials.ts';
import { attributePatternOf, type CarrierCode, carrierCodes } from '../../../core/protocol/user-record.ts';
import { endpoint } from '../../../core/worker/endpoint.ts';
import { type OperatorHandler, requireToken } from '../../../core/worker/operator-token.ts';
import { pick } from '../../../core/worker/settings.ts';
import { checkPhoneKey } from '../../objects/phone-key.ts';
import { envelope } from '../../protocol/envelope.ts';
import { operatorTokens } from '../../settings/operator-tokens.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { readSubscriber } from './read-subscriber.ts';
import {
  automaticLoginsOf,
  connectionsOf,
  disconnect,
  endAutomaticLogins,
  leave,
} from './subscriber-account.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'PHONE_KEY', 'APPLICATIONS', 'LOCATION_HINT', 'ACCOUNT', 'PHONE'),
  ...pick(bindings, 'ACCESS_RECORDS', 'HSTS_SUBDOMAINS'),
  ...pick(operatorTokens, 'CARRIER_TOKEN'),
});
type Env = v.InferOutput<typeof schema>;

const phoneNo = v.pipe(v.string(), v.regex(attributePatternOf('phoneNo')));
const subscriber = v.strictObject({ phoneNo });
const subscription = v.strictObject({ phoneNo, client_id: v.pipe(v.string(), v.regex(clientIdFormat)) });

const texts = {
  subscriber_left: {
    en: 'The registration of this phone number has ended.',
    ko: '휴대폰 번호의 등록이 해지되었습니다.',
  },
  automatic_logins_read: {
    en: 'The automatic logins were returned.',
    ko: '자동 로그인 목록을 조회했습니다.',
  },
  connections_read: {
    en: 'The connected applications were returned.',
    ko: '연결된 애플리케이션을 조회했습니다.',
  },
  disconnected: { en: 'The user was disconnected.', ko: '사용자의 연결을 해제했습니다.' },
  automatic_logins_ended: { en: 'Automatic login was switched off.', ko: '자동 로그인을 해제했습니다.' },
};

const forCarrier = (handler: OperatorHandler<Env, CarrierCode>) =>
  requireToken<Env, CarrierCode>(({ CARRIER_TOKEN }) => CARRIER_TOKEN, handler, carrierCodes);

/**
 * The carriers' subscribers API.
 *
 * It is the inbound side of the carrier port (workers/core/carrier/port.ts): requests that a carrier sends for
 * itself or for a subscriber.
 */
export default endpoint(
  'service-subscribers',
  schema,
  {
    /** The number's owner has left: the `plid` ends. */
    'POST /admin/subscribers/leave': forCarrier(async (context) => {
      const { language, token } = context;
      const left = await leave(context, (await readSubscriber(context, subscriber)).phoneNo);
      if (left !== undefined) serviceEvents.record(context, 'left', { token, plid: left });
      return envelope(texts.subscriber_left, language);
    }),

    /** Lists the owner's automatic logins. */
    'POST /admin/subscribers/automatic-logins': forCarrier(async (context) => {
      const { phoneNo } = await readSubscriber(context, subscriber);
      const automaticLogins = await automaticLoginsOf(context, phoneNo);
      return envelope(texts.automatic_logins_read, context.language, { automaticLogins });
    }),

    /** Ends automatic login at an application. */
    'POST /admin/subscribers/end-automatic-logins': forCarrier(async (context) => {
      const { language, token } = context;
      const { phoneNo, client_id } = await readSubscriber(context, subscription);
      const plid = await endAutomaticLogins(context, phoneNo, client_id);
      if (plid !== undefined)
        serviceEvents.record(context, 'automatic_login_ended', { client_id, token, plid });
      return envelope(texts.automatic_logins_ended, language);
    }),

    /** Lists the owner's connected applications. */
    'POST /admin/subscribers/connections': forCarrier(async (context) => {
      const { phoneNo } = await readSubscriber(context, subscriber);
      const connections = await connectionsOf(context, phoneNo);
      return envelope(texts.connections_read, context.language, { connections });
    }),

    /** Disconnects an application. */
    'POST /admin/subscribers/disconnect': forCarrier(async (context) => {
      const { language, token } = context;
      const { phoneNo, client_id } = await readSubscriber(context, subscription);
      const plid = await disconnect(context, phoneNo, client_id);
      if (plid !== undefined) serviceEvents.record(context, 'disconnected', { client_id, token, plid });
      return envelope(texts.disconnected, language);
    }),
  },
  { checkSettings: checkPhoneKey },
);
