import * as v from 'valibot';
import { readBasicCredentials } from '../../../core/protocol/credentials.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readParameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { accountOf, plidFormat } from '../../objects/accounts.ts';
import { envelope } from '../../protocol/envelope.ts';
import { authenticateApplication } from '../../registry/application-secrets.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { serviceEvents } from '../../settings/service-events.ts';

const schema = v.object(
  pick(bindings, 'KEYS', 'APPLICATIONS', 'LOCATION_HINT', 'ACCOUNT', 'HSTS_SUBDOMAINS'),
);

const disconnected = { en: 'The user was disconnected.', ko: '사용자의 연결을 해제했습니다.' };

/**
 * Disconnects a user from the calling application (§4.4). The response is the same for an unknown plid and for the
 * plid of another application's user.
 */
async function disconnect(context: Context<v.InferOutput<typeof schema>>) {
  const { request, env, language, now } = context;
  const parameters = await readParameters(request);
  const { application } = await authenticateApplication(context, readBasicCredentials(request));
  const plid = parameters.required('plid');
  const disconnecting = () => accountOf(env, plid).disconnect(application.client_id, now);
  const connected = plidFormat.test(plid) && (await callObject('disconnecting a user', disconnecting()));
  if (!connected) throw new ProtocolError(refusals.invalid_item, { item: 'plid' });
  serviceEvents.record(context, 'disconnected', {
    client_id: application.client_id,
    plid,
    token: undefined,
  });
  return envelope(disconnected, language, {}, application.success);
}

/** Disconnects a user. */
export default endpoint('service-disconnect', schema, {
  /** Disconnects a user (§4.4). */
  'POST /v1/user/disconnect': disconnect,
});
