import type { Deployment } from '../deploy/read/deployment.ts';

/** One rotation of one secret of a deployment. */
export interface RotationContext {
  deployment: Deployment;
  secret: string;
  /** Whether the old value must no longer be used. If so, one run performs all passes, one after another. */
  leaked: boolean;
  yes: boolean;
  /** The value in the environment or the secrets file. */
  stored: string;
  /** The value that runs. */
  value: string;
  /** What the operator must do with the value that now runs, if the secret comes from the environment. */
  advice?: string | undefined;
  print(line: string): void;
}
