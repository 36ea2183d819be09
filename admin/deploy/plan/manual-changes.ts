import { formatTime } from '../cloudflare/version-metadata.ts';
import {
  type Deployed,
  rollbackMessagePrefix,
  unchangedDeploymentMessagePrefix,
} from '../read/deployed-workers.ts';

/**
 * Describes how a worker was changed since this command last deployed the worker or rolled it back. The change was
 * made in the dashboard, or with `wrangler deploy`, `wrangler rollback`, or `wrangler secret put`. Deploying the
 * worker again undoes the change.
 * @returns undefined if the worker wasn't changed.
 */
export function describeManualChange(worker: Deployed): string | undefined {
  const how = howChanged(worker);
  if (how === undefined) return undefined;
  const { latest, running } = worker;
  const created = latest.created ?? running?.created;
  const by = latest.author ?? running?.author;
  const when = created === undefined ? '' : ` on ${formatTime(created)}`;
  return `was changed manually${when}${by === undefined ? '' : ` by ${by}`}: ${how}`;
}

function howChanged({ running, isSplit: shared, latest, newestOfOurs }: Deployed): string | undefined {
  if (shared) return 'its requests are split between several versions';
  if (running?.fingerprints === undefined) return "this command didn't deploy the running version";
  if (
    [rollbackMessagePrefix, unchangedDeploymentMessagePrefix].some((text) => latest.message.startsWith(text))
  )
    return undefined;
  return newestOfOurs?.id === running.id ? undefined : 'an earlier version is running again';
}
