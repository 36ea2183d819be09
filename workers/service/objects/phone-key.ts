import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { withTimeout } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import { type PhonesEnv, phoneByObjectName, pseudonymOf } from './phones.ts';

/**
 * Name of the single object that stores the key's fingerprint. Objects of phone numbers have names with 64
 * hexadecimal digits.
 */
const objectName = 'PHONE_KEY';

/** Response timeout for calls to the object, in milliseconds. Retry interval after a failed call, in seconds. */
const timeout = 2_000;
const retryInterval = 5;

const advice =
  'PHONE_KEY differs from the one that this service uses; set the previous PHONE_KEY in every worker that needs it ' +
  '(docs/operate/keys.md, PHONE_KEY)';

/** Whether an isolate's key is the one that the service uses, and until when this result is cached. */
interface KeyVerdict {
  isOurs: boolean;
  /** In seconds since 1970. */
  until: number;
}

const cached = new WeakMap<object, KeyVerdict>();

type PhoneKeyContext = Pick<Context<PhonesEnv>, 'env' | 'now' | 'log'>;

/**
 * Rejects requests if `PHONE_KEY` differs from the key of the other workers. With different keys, every user would
 * get a new plid at one worker. Leaving at one worker would then not end the registration at the other worker.
 * Each isolate checks once. If the object fails, the worker serves requests, because its key is most likely
 * correct and users must not be locked out. @throws {ProtocolError} `settings`.
 */
export async function checkPhoneKey(context: PhoneKeyContext): Promise<void> {
  const { env, now } = context;
  let known = cached.get(env);
  if (known === undefined || now >= known.until) {
    known = await ask(context);
    cached.set(env, known);
  }
  if (!known.isOurs) throw new ProtocolError(refusals.settings, { settings: advice, cause: advice });
}

async function ask({ env, now, log }: PhoneKeyContext): Promise<KeyVerdict> {
  try {
    return { isOurs: await withTimeout(checkPhoneKeyOnce(env), timeout), until: Number.POSITIVE_INFINITY };
  } catch (failure) {
    log('warn', { operation: 'comparing PHONE_KEY with the other workers', cause: describeFailure(failure) });
    return { isOurs: true, until: now + retryInterval };
  }
}

/**
 * An isolate's check in progress, and until when other requests wait for it, in milliseconds since 1970. The wait
 * is limited, because a request that ends cancels its check.
 */
const asked = new WeakMap<object, { answer: Promise<boolean>; until: number }>();

/**
 * Runs one check that all concurrent requests of an isolate share. After a deployment, a separate check for each
 * request would overload the object.
 */
function checkPhoneKeyOnce(env: PhonesEnv): Promise<boolean> {
  const underWay = asked.get(env);
  if (underWay !== undefined && Date.now() < underWay.until) return underWay.answer;
  const answer = compareKey(env);
  asked.set(env, { answer, until: Date.now() + timeout });
  answer.catch(() => asked.delete(env));
  return answer;
}

async function compareKey(env: PhonesEnv): Promise<boolean> {
  const fingerprint = await pseudonymOf(env, 'the key itself', '');
  return phoneByObjectName(env, objectName).isServiceKey(env.PHONE_KEY.number, fingerprint);
}
