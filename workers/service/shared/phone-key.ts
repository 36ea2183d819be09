import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { withTimeout } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import { namedPhone, type PhonesEnv, pseudonymOf } from './phones.ts';

/** Names the one object that knows the key. The objects of numbers are named by 64 hexadecimal digits. */
const objectName = 'PHONE_KEY';

/** How long the object may take, in milliseconds, and how long after it failed it is asked again, in seconds. */
const timeout = 2_000;
const retryInterval = 5;

const advice =
  'PHONE_KEY is another one than this service has; give each worker that needs it the same, the one of before ' +
  '(docs/secrets.md, PHONE_KEY)';

/** Whether the key of an isolate's settings is the service's, and until when that is not asked again. */
interface KeyVerdict {
  isOurs: boolean;
  /** In seconds since 1970. */
  until: number;
}

const cached = new WeakMap<object, KeyVerdict>();

type PhoneKeyContext = Pick<Context<PhonesEnv>, 'env' | 'now' | 'log'>;

/**
 * Refuses to serve with another PHONE_KEY than the service's other workers: everybody would get a new plid at one of them,
 * and an owner's leave would end nothing at the other. Each isolate asks once. While the object that knows the key fails, the
 * worker serves: its key is most likely right, and people must not be locked out by an object that is not theirs.
 * @throws {ProtocolError} `settings`.
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
    return { isOurs: await withTimeout(askOnce(env), timeout), until: Number.POSITIVE_INFINITY };
  } catch (failure) {
    log('warn', { operation: 'comparing PHONE_KEY with the other workers', cause: describeFailure(failure) });
    return { isOurs: true, until: now + retryInterval };
  }
}

/** An isolate's question that is under way, and until when others wait for it, in milliseconds since 1970: a request that ends takes its question with it. */
const asked = new WeakMap<object, { answer: Promise<boolean>; until: number }>();

/** Asks the object, once for all requests of an isolate that come meanwhile: after a deployment they would be too many for it. */
function askOnce(env: PhonesEnv): Promise<boolean> {
  const underWay = asked.get(env);
  if (underWay !== undefined && Date.now() < underWay.until) return underWay.answer;
  const answer = compareKey(env);
  asked.set(env, { answer, until: Date.now() + timeout });
  answer.catch(() => asked.delete(env));
  return answer;
}

async function compareKey(env: PhonesEnv): Promise<boolean> {
  const fingerprint = await pseudonymOf(env, 'the key itself', '');
  return namedPhone(env, objectName).isServiceKey(env.PHONE_KEY.number, fingerprint);
}
