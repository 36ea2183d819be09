import * as v from 'valibot';
import { authenticationFailed, readBearer } from '../../core/protocol/credentials.ts';
import { fromObject } from '../../core/storage/outages.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { openAccessToken } from '../shared/access-token.ts';
import { accountOf } from '../shared/accounts.ts';
import { fieldCipherOf } from '../shared/application-secrets.ts';
import { findApplication } from '../shared/applications.ts';
import { envelope } from '../shared/envelope.ts';
import { openIdentity } from '../shared/sealed-identity.ts';
import { bindings } from '../shared/service-bindings.ts';
import { writeRecord } from './write-record.ts';

const schema = v.object({
  KEYS: bindings.KEYS,
  APPLICATIONS: bindings.APPLICATIONS,
  ACCOUNT: bindings.ACCOUNT,
});

/** The login user behind an access token (§4.3). The grant is read last: where reads are counted, no failure before it uses one up. */
async function readUser({ request, env, now, language }: Context<v.InferOutput<typeof schema>>) {
  const token = await openAccessToken(env.KEYS, readBearer(request), now);
  const { plid, grant, client_id, identityKey } = token;
  const application = await findApplication(env, client_id, now);
  const secret = application?.secrets.find(({ id }) => id === token.secret);
  if (application === undefined || secret === undefined) throw authenticationFailed();
  const cipher = await fieldCipherOf(env.KEYS, secret);

  const reading = accountOf(env, plid).read(grant, client_id, application.reads === 'once', now);
  const login = await fromObject('reading a grant', reading);
  if (login === undefined) throw authenticationFailed();
  const { identity: sealed, flags } = login;
  const identity =
    sealed === null || identityKey === undefined ? {} : await openIdentity(identityKey, sealed);
  const user = await writeRecord(plid, { identity, flags }, application.attributes, cipher);
  return envelope('user_read', language, { user }, application.success);
}

export default endpoint('service-user', schema, { 'GET /v1/user/me': readUser });
