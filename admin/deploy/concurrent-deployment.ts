import { Failure } from '../../tools/terminal/failure.ts';
import type { Connection } from './connection.ts';
import { type Deployed, readDeployment } from './deployed.ts';

/**
 * Makes sure that a worker is still as it was when this command looked at it: the lock keeps out those who use this command, and
 * not the dashboard, wrangler, or an earlier release of it.
 * @param seen the worker as it was; undefined where there was none. @throws {Failure}
 */
export async function refuseConcurrentDeployment(
  connection: Connection,
  name: string,
  seen: Deployed | undefined,
): Promise<void> {
  if ((await readDeployment(connection, name)) === seen?.deployment) return;
  throw new Failure(
    `${name} was deployed by somebody else since this command began. Run the same command again: it looks at everything anew.`,
  );
}
