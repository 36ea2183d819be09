import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { Settings } from '../../../docs/clients/user.ts';

/** The Debian packages of the Python libraries, and of Apache's module. */
export const pythonPackages =
  'python3-authlib python3-requests python3-requests-oauthlib python3-social-auth-core python3-jose'.split(
    ' ',
  );
export const apachePackages = ['apache2', 'libapache2-mod-auth-openidc'];

/** The end of a test's name: why it is skipped, and what to install. */
export const because = (isHere: boolean, install: string) =>
  isHere ? '' : ` (skipped: it is not here: apt-get install ${install})`;

/** Ends a process with its test. */
export function ended(child: ChildProcess): void {
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exit;
  });
}

/** The environment of a program: the service, and the application that is registered there. */
export const environment = (
  { service, client_id, client_secret, redirect_uri }: Settings,
  more: object = {},
) => ({
  ...process.env,
  ...{ SERVICE: service, CLIENT_ID: client_id, CLIENT_SECRET: client_secret, REDIRECT_URI: redirect_uri },
  ...more,
});
