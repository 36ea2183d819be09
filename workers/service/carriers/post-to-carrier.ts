import type { CarrierCall } from '../../core/carrier/port.ts';
import { readText } from '../../core/http/read-text.ts';
import { isTimeout } from '../../core/storage/call-with-timeout.ts';
import { describeFailure } from '../../core/worker/log.ts';
import type { CarrierConnection } from './carriers-settings.ts';
import { retryOnce } from './retry-once.ts';

/** Maximum length of a response, in bytes. */
const maxLength = 32 * 1_024;

/**
 * Reports an invalid response from a carrier. The message contains no text from the carrier, so it is safe for
 * logs and operators.
 */
export class CarrierFault extends Error {}

/** Returns details of a failed call that are safe to log. */
export const describeFault = (failure: unknown): string =>
  failure instanceof CarrierFault || isTimeout(failure) ? failure.message : describeFailure(failure);

/**
 * The result of one attempt. It is either the response's JSON, which can have any shape, or a fault that a retry
 * wouldn't fix.
 */
type Answered = { answer: unknown } | { fault: string };

/**
 * Posts a call to a carrier over HTTP (docs/carrier.openapi.yaml) and retries once if a retry may help. @param body the
 * value to send as JSON.
 * @returns the JSON of the response, unvalidated. @throws {CarrierFault} if there is no usable response. @throws
 * {Error} `no answer in time` if there is no response within 8 seconds.
 */
export async function postToCarrier(
  line: CarrierConnection,
  call: CarrierCall,
  body: object,
): Promise<unknown> {
  const text = JSON.stringify(body);
  const answered = await retryOnce((signal) => attempt(line, call, { body: text, signal }));
  if ('fault' in answered) throw new CarrierFault(answered.fault);
  return answered.answer;
}

/** Calls a carrier once. @throws {CarrierFault} if a retry may help. */
async function attempt(
  { address, token, certificate }: CarrierConnection,
  call: CarrierCall,
  sent: Pick<RequestInit, 'body' | 'signal'>,
): Promise<Answered> {
  const response = await (certificate ?? globalThis)
    .fetch(`${address}/${call}`, {
      method: 'POST',
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        'Content-Type': 'application/json',
        Accept: 'application/json',
      },
      // Following a redirect would send the credentials to the redirect's target.
      redirect: 'manual',
      ...sent,
    })
    .catch(() => {
      throw new CarrierFault('nothing answers');
    });
  if (response.status === 200) return readAnswer(response);
  await response.body?.cancel();
  const fault = faultOfStatus(response.status, call);
  if (isTemporary(response.status)) throw new CarrierFault(fault);
  return { fault };
}

const isTemporary = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501);

function faultOfStatus(status: number, call: CarrierCall): string {
  if (status === 404 || status === 501) return `does not offer ${call} (${status})`;
  if (status === 401 || status === 403) return `rejects the credentials (${status})`;
  if (status >= 300 && status < 400) return `returns a redirect (${status}), which is not followed`;
  return `answers ${status}`;
}

async function readAnswer(response: Response): Promise<Answered> {
  const isJson = /^application\/json *(?:;|$)/i.test(response.headers.get('Content-Type') ?? '');
  if (!isJson) {
    await response.body?.cancel();
    return { fault: 'returns a content type other than application/json' };
  }
  const text = await readText(response, maxLength).catch(() => {
    throw new CarrierFault('aborts its response');
  });
  if (text === undefined) return { fault: `returns more than ${maxLength} bytes` };
  try {
    return { answer: JSON.parse(text) };
  } catch {
    return { fault: 'returns invalid JSON' };
  }
}
