import { runConformance, signInAtSandbox } from '../../../packages/plid/conformance/index.ts';
import type { SandboxApplication, SandboxClient } from '../../../packages/plid/sandbox/index.ts';

/** The phone of this person approves by itself. */
export const phoneNo = '01000000001';

export const credentialsOf = ({
  client_id,
  client_secret,
  redirect_uris,
}: Pick<SandboxApplication, 'client_id' | 'client_secret' | 'redirect_uris'>) => ({
  clientId: client_id,
  clientSecret: client_secret,
  redirectUri: redirect_uris[0] ?? '',
});

interface Changes {
  /** Where the service is asked, if something stands before the sandbox. */
  url?: string;
  /** What the sandbox's sign-in answers, changed. */
  signIn?: ReturnType<typeof signInAtSandbox>;
  /** In seconds. */
  timeout?: number;
}

/** Tries a sandbox against the specification, with two of its applications. @param sections those alone, where some are given. */
export function tryAgainstSpecification(sandbox: SandboxClient, changes: Changes = {}, sections?: string[]) {
  const [first, second] = sandbox.applications;
  if (first === undefined || second === undefined) throw new Error('The sandbox has no two applications');
  const { url = sandbox.url, signIn = signInAtSandbox(sandbox.url, phoneNo), timeout } = changes;
  return runConformance(
    { ...credentialsOf(first), other: credentialsOf(second), url, signIn, timeout },
    sections,
  );
}

/** What has failed in a report, by section and statement. */
export const failuresOf = ({ results }: Awaited<ReturnType<typeof runConformance>>) =>
  results
    .filter(({ outcome }) => outcome === 'failed')
    .map(
      ({ section, statement, expected, came }) =>
        `${section} ${statement}: expected ${expected}, came ${came}`,
    );
