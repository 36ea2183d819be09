import type { SandboxApplication, SandboxClient } from '../sandbox/index.ts';
import type { Application, RelyingParty } from './application.ts';
import { signInAtSandbox } from './sign-in.ts';
import type { TargetOptions } from './target.ts';

/** A person of each sandbox whose phone approves by itself. */
export const approvingPerson = '01000000001';

/** A relying party of each sandbox, registered for every scope. */
const relyingPartyId = 'demomembers000000003';

/**
 * A sandbox of plid's as a service to try, with its first two applications.
 * @param phoneNo of a person whose phone approves by itself. @throws {TypeError} where it has no application.
 */
export function sandboxTarget(
  { url, applications }: Pick<SandboxClient, 'url' | 'applications'>,
  phoneNo = approvingPerson,
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

/** Each sandbox registers this address for sign-outs. */
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
