import type { SandboxClient } from '../../plid/sandbox/sandbox-client.ts';
import type { SandboxApplication } from '../../plid/sandbox/types.ts';
import type { Application, RelyingParty } from './application.ts';
import { signInAtSandbox } from './sign-in.ts';
import type { TargetOptions } from './target.ts';

/** The phone number of a user who exists in every sandbox. The user's phone approves automatically. */
export const approvingPhoneNumber = '01000000001';

/** The client ID of a relying party that every sandbox registers for every scope. */
const relyingPartyId = 'demomembers000000003';

/**
 * Returns a plid sandbox as the service to test, with its first two applications. @param phoneNo of a user whose
 * phone approves automatically. @throws {TypeError} if the sandbox has no application.
 */
export function sandboxTarget(
  { url, applications }: Pick<SandboxClient, 'url' | 'applications'>,
  phoneNo = approvingPhoneNumber,
): TargetOptions {
  const [first, second] = applications;
  const application = first && applicationOf(first);
  if (application === undefined)
    throw new TypeError('The sandbox has no application with a callback address.');
  const relyingParty = applications.find(({ client_id }) => client_id === relyingPartyId);
  return {
    url,
    ...application,
    relyingParty: relyingParty && relyingPartyOf(relyingParty),
    other: second && { clientId: second.client_id, clientSecret: second.client_secret },
    signIn: signInAtSandbox(url, phoneNo),
  };
}

/** The redirect URI for sign-outs that every sandbox registers. */
const postLogoutRedirectUri = 'http://localhost:3000/';

function relyingPartyOf(registered: SandboxApplication): RelyingParty | undefined {
  const application = applicationOf(registered);
  return application && { ...application, postLogoutRedirectUri };
}

function applicationOf({
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uris,
}: SandboxApplication): Application | undefined {
  const [redirectUri] = redirect_uris;
  return redirectUri === undefined ? undefined : { clientId, clientSecret, redirectUri };
}
