import * as v from 'valibot';
import { authenticationFailedError, readBearer } from '../../../core/protocol/bearer.ts';
import type { FieldCipher } from '../../../core/protocol/field-cipher.ts';
import {
  type Attribute,
  type AutomaticLoginFlags,
  attributes,
  encryptedAttributes,
  type Identity,
  type UserRecord,
} from '../../../core/protocol/user-record.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { accountOf } from '../../objects/accounts.ts';
import { envelope } from '../../protocol/envelope.ts';
import { withDescription } from '../../protocol/error-description.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { fieldCipherOf } from '../../registry/application-secrets.ts';
import { findApplication } from '../../registry/applications.ts';
import { reviewMark } from '../../settings/review-plid.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { openAccessToken } from '../../tokens/access-tokens.ts';
import { decryptGrantIdentity } from '../../tokens/grant-identity.ts';

const schema = v.object(
  pick(bindings, 'KEYS', 'APPLICATIONS', 'LOCATION_HINT', 'ACCOUNT', 'HSTS_SUBDOMAINS'),
);

const read = { en: 'The user information was returned.', ko: '사용자 정보를 조회했습니다.' };

/**
 * Returns the user of an access token (§4.3). The grant is read after all other checks. If the number of reads is
 * limited, a failed check therefore doesn't use up a read.
 */
async function readUser(context: Context<v.InferOutput<typeof schema>>) {
  const { request, env, now, language } = context;
  const token = await openAccessToken(env.KEYS, readBearer(request), now);
  const { plid, grant, client_id, identityKey } = token;
  context.nameSignIn(signInName(grant));
  context.note(reviewMark(plid));
  const application = await findApplication(context, client_id);
  const secret = application?.secrets.find(({ id }) => id === token.secret);
  if (application === undefined || secret === undefined) throw authenticationFailedError();
  const cipher = await fieldCipherOf(env.KEYS, secret);

  const reading = accountOf(env, plid).read(grant, client_id, application.reads === 'once', now);
  const login = await callObject('reading a grant', reading);
  if (login === undefined) throw authenticationFailedError();
  const { identity: sealed, flags, agreed } = login;
  const identity =
    sealed === null || identityKey === undefined ? {} : await decryptGrantIdentity(identityKey, sealed);
  const shared = application.attributes.filter((attribute) => agreed.includes(attribute));
  const user = await writeRecord(plid, { identity, flags }, shared, cipher);
  return envelope(read, language, { user }, application.success);
}

interface Login {
  identity: Identity;
  flags: AutomaticLoginFlags;
}

/**
 * Returns the user record of a login (§2.1), in the order of its fields. In mode 1, the record contains the shared
 * attributes that the carrier has. In mode 2, which is an automatic login other than the first one, all attributes
 * are empty. @param shared the attributes for which the application is registered and to which the user has
 * agreed.
 */
async function writeRecord(
  plid: string,
  { identity, flags: { autoLoginYn, autoStatusCheck } }: Login,
  shared: readonly Attribute[],
  cipher: FieldCipher,
): Promise<UserRecord> {
  const isEmpty = autoLoginYn === 'Y' && autoStatusCheck === 'N';
  const written = attributes
    .filter((attribute) => shared.includes(attribute))
    .map(async (attribute): Promise<Identity> => {
      const value = isEmpty ? '' : identity[attribute];
      if (value === undefined) return {};
      return { [attribute]: encryptedAttributes.has(attribute) ? await cipher.encrypt(value) : value };
    });
  const fields: Identity = Object.assign({}, ...(await Promise.all(written)));
  return { plid, ...fields, autoLoginYn, autoStatusCheck };
}

/** User information. */
export default endpoint(
  'service-user',
  schema,
  {
    /** Returns the user (§4.3). */
    'GET /v1/user/me': readUser,
  },
  { errorPage: withDescription('/v1/user/me') },
);
