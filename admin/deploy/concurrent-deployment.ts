import { Failure } from '../../tools/terminal/failure.ts';
import type { Connection } from './connection.ts';
import { type Deployed, readLatestDeploymentId } from './deployed-workers.ts';

/**
 * Checks that a worker is unchanged since this command read it. The lock excludes only this command, not the
 * dashboard, wrangler, or earlier releases. @param seen the worker's earlier state, or undefined if it didn't
 * exist. @throws {Failure}
 */
export async function refuseConcurrentDeployment(
  connection: Connection,
  name: string,
  seen: Deployed | undefined,
): Promise<void> {
  if ((await readLatestDeploymentId(connection, name)) === seen?.deployment) return;
  throw new Failure(
    `Another command has deployed ${name} in the meantime. Run the same command again to repeat the comparison.`,
  );
}
