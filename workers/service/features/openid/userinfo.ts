import { authenticationFailedError, requireBearer } from '../../../core/protocol/bearer.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { accountOf } from '../../objects/accounts.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { findApplication } from '../../registry/applications.ts';
import { reviewMark } from '../../settings/review-plid.ts';
import { openIdToken } from '../../tokens/openid-sealed-types.ts';
import type { OpenIdContext } from './openid-settings.ts';
import { signInClaims } from './sign-in-claims.ts';

/**
 * Userinfo endpoint (OpenID Connect Core 1.0 §5.3). The grant is read after all other checks, as in the user
 * worker, so that a failed check doesn't use up a read.
 */
export async function showUserinfo(context: OpenIdContext): Promise<Response> {
  const { request, env, now } = context;
  const token = await openIdToken.open(env.KEYS, await requireBearer(request), now);
  if (token === undefined) throw authenticationFailedError();
  const { plid, grant, client_id, secret } = token;
  context.nameSignIn(signInName(grant));
  context.note(reviewMark(plid));
  const application = await findApplication(context, client_id);
  const isKnown = application?.openid && application.secrets.some(({ id }) => id === secret);
  if (!application || !isKnown) throw authenticationFailedError();
  const reading = accountOf(env, plid).read(grant, client_id, application.reads === 'once', now);
  const login = await callObject('reading a grant', reading);
  if (login === undefined) throw authenticationFailedError();
  return Response.json({ sub: plid, ...(await signInClaims(application, token, login, now)) });
}
