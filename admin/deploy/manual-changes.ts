import { backMessage, type Deployed, leftBehindMessage } from './deployed-workers.ts';
import { inMinutes } from './version-metadata.ts';

/**
 * Describes how a worker was changed since this command deployed or rolled it back: in the dashboard, or with
 * `wrangler deploy`, `wrangler rollback`, or `wrangler secret put`. Deploying it again undoes that change.
 * @returns undefined if it was not.
 */
export function changedByHand(worker: Deployed): string | undefined {
  const how = howChanged(worker);
  if (how === undefined) return undefined;
  const { latest, running } = worker;
  const created = latest.created ?? running?.created;
  const by = latest.author ?? running?.author;
  const when = created === undefined ? '' : ` on ${inMinutes(created)}`;
  return `was changed manually${when}${by === undefined ? '' : ` by ${by}`}: ${how}`;
}

function howChanged({ running, shared, latest, newestOfOurs }: Deployed): string | undefined {
  if (shared) return 'several versions share its requests';
  if (running?.isOurs !== true) return "this command didn't deploy the running version";
  if ([backMessage, leftBehindMessage].some((text) => latest.message.startsWith(text))) return undefined;
  return newestOfOurs?.id === running.id ? undefined : 'an earlier version is running again';
}
