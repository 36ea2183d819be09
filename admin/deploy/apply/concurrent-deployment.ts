import { Failure } from '../../../tools/terminal/failure.ts';
import type { Connection } from '../cloudflare/connection.ts';
import { type Deployed, readLatestDeploymentId } from '../read/deployed-workers.ts';

/**
 * Checks that no deployment of a worker was made since this command read its state. The lock excludes only this
 * command, not the dashboard or wrangler. @param seen the worker's earlier state, or undefined
 * if the worker didn't exist. @throws {Failure} if the worker was deployed in the meantime.
 */
export async function requireUnchangedWorker(
  connection: Connection,
  name: string,
  seen: Deployed | undefined,
): Promise<void> {
  if ((await readLatestDeploymentId(connection, name)) === seen?.deployment) return;
  throw new Failure(
    `Another command has deployed ${name} in the meantime. Run the same command again to repeat the comparison.`,
  );
}
