/** A message for the receiver of another program, such as an event or a logout_token. */
export interface Message {
  address: string;
  contentType: string;
  body: string;
}

/**
 * The result of a delivery. `refused`: the receiver has rejected the message permanently. `failed`: the delivery
 * must be retried.
 */
export type Delivery<Rejection extends object = object> =
  | { outcome: 'delivered'; status: number }
  | ({ outcome: 'refused'; status: number } & Rejection)
  | FailedDelivery;

export interface FailedDelivery {
  outcome: 'failed';
  /** The status of the response. If there was no response, `cause` contains the reason. */
  status?: number;
  cause?: string;
  /** Minimum delay that the receiver asks for, in seconds. */
  retryAfter: number;
  /** Initial retry delay in seconds. It is used unless `retryAfter` is longer. */
  firstPause: number;
}

/** Timeout for a receiver's response, in milliseconds. */
const timeout = 10_000;

/** Retry delays in seconds: the first delay, which doubles each time, and the maximum delay. */
export const firstRetryPause = 10;
export const maxRetryPause = 6 * 3_600;
/** Initial retry delay after a client error (401, 403, 404), because such errors rarely clear within seconds. */
export const firstClientErrorPause = 900;

/** The result of a delivery that got no response. */
export const withoutResponse = (cause: string): FailedDelivery => ({
  outcome: 'failed',
  cause,
  retryAfter: 0,
  firstPause: firstRetryPause,
});

/**
 * Sends a message once. A redirect isn't followed and counts as a failure, so that a receiver can't direct the
 * request elsewhere. @param readRejection returns the details of a permanent rejection, or undefined if the
 * response isn't one. Any other unsuccessful response might not come from the receiver. It might come from a
 * firewall, a login page, or a missing route during a deployment. @param now in seconds since 1970. @throws if
 * there is no response in time.
 */
export async function deliver<Rejection extends object>(
  { address, contentType, body }: Message,
  readRejection: (response: Response) => Promise<Rejection | undefined>,
  now: number,
): Promise<Delivery<Rejection>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': contentType, Accept: 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  const { ok, status, headers } = response;
  const rejection = ok ? undefined : await readRejection(response);
  if (!response.bodyUsed) await response.body?.cancel();
  if (rejection !== undefined) return { outcome: 'refused', status, ...rejection };
  if (ok) return { outcome: 'delivered', status };
  const isOverloaded = status === 408 || status === 429;
  const firstPause = status >= 400 && status < 500 && !isOverloaded ? firstClientErrorPause : firstRetryPause;
  return {
    outcome: 'failed',
    status,
    retryAfter: readRetryAfter(headers.get('Retry-After') ?? '', now),
    firstPause,
  };
}

/**
 * Returns the time of the next attempt. The last attempt is made when the message expires. @param attempts number
 * of attempts before the failed one. @param expires in seconds since 1970, as `now` and the result.
 * @returns undefined if the failed attempt was the last one.
 */
export function nextAttempt(
  { retryAfter, firstPause }: FailedDelivery,
  attempts: number,
  expires: number,
  now: number,
): number | undefined {
  if (now >= expires) return undefined;
  return Math.min(now + Math.max(retryPause(attempts, firstPause), retryAfter), expires);
}

/** Returns the delay before the next attempt, in seconds. @param attempts number of attempts before the failed one. */
export const retryPause = (attempts: number, firstPause = firstRetryPause): number =>
  Math.min(firstPause * 2 ** attempts, maxRetryPause);

/**
 * Returns the delay of a Retry-After header in seconds, or 0 if there is no header. The header may also contain a
 * date (RFC 9110 §10.2.3).
 */
function readRetryAfter(text: string, now: number): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil(Date.parse(text) / 1000) - now;
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds);
}
