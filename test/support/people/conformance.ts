import {
  type Result,
  runConformance,
  sandboxTarget,
  type signInAtSandbox,
} from '../../../packages/plid/conformance/index.ts';
import type { SandboxApplication, SandboxClient } from '../../../packages/plid/sandbox/index.ts';

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
export const tryAgainstSpecification = (sandbox: SandboxClient, changes: Changes = {}, sections?: string[]) =>
  runConformance({ ...sandboxTarget(sandbox), ...changes }, sections);

/** The failures of a report, by section and statement. */
export const failuresOf = ({ results }: { results: readonly Result[] }) =>
  results
    .filter(({ outcome }) => outcome === 'failed')
    .map(
      ({ section, statement, expected, came }) =>
        `${section} ${statement}: expected ${expected}, came ${came}`,
    );
