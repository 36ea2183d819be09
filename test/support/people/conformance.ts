import { runConformance, signInAtSandbox } from '../../../packages/plid/conformance/index.ts';
import type { SandboxApplication, SandboxClient } from '../../../packages/plid/sandbox/index.ts';

/** A person whose phone approves by itself. */
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
  /** The address of the service, if something stands before the sandbox. */
  url?: string;
  /** The sandbox's sign-in, with changed answers. */
  signIn?: ReturnType<typeof signInAtSandbox>;
  /** In seconds. */
  timeout?: number;
}

/** Tries a sandbox against the specification, with two of its applications. @param sections the only ones to try; all by default. */
export function tryAgainstSpecification(sandbox: SandboxClient, changes: Changes = {}, sections?: string[]) {
  const [first, second] = sandbox.applications;
  if (first === undefined || second === undefined) throw new Error('The sandbox has no two applications');
  const { url = sandbox.url, signIn = signInAtSandbox(sandbox.url, phoneNo), timeout } = changes;
  return runConformance(
    { ...credentialsOf(first), other: credentialsOf(second), url, signIn, timeout },
    sections,
  );
}

/** The failures of a report, by section and statement. */
export const failuresOf = ({ results }: Awaited<ReturnType<typeof runConformance>>) =>
  results
    .filter(({ outcome }) => outcome === 'failed')
    .map(
      ({ section, statement, expected, came }) =>
        `${section} ${statement}: expected ${expected}, came ${came}`,
    );
