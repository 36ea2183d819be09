import type { SandboxClient } from '../sandbox/index.ts';
import { signInAtSandbox } from './sign-in.ts';
import type { TargetOptions } from './target.ts';

/** A person of each sandbox whose phone approves by itself. */
export const approvingPerson = '01000000001';

/**
 * A sandbox of plid's as a service to try, with its first two applications.
 * @param phoneNo of a person whose phone approves by itself. @throws {TypeError} where it has no application.
 */
export function sandboxTarget(
  { url, applications }: Pick<SandboxClient, 'url' | 'applications'>,
  phoneNo = approvingPerson,
): TargetOptions {
  const [first, second] = applications;
  const redirectUri = first?.redirect_uris[0];
  if (first === undefined || redirectUri === undefined)
    throw new TypeError('The sandbox has no application with a callback address.');
  return {
    url,
    clientId: first.client_id,
    clientSecret: first.client_secret,
    redirectUri,
    other: second && { clientId: second.client_id, clientSecret: second.client_secret },
    signIn: signInAtSandbox(url, phoneNo),
  };
}
