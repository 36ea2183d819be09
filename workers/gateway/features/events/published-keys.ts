import * as v from 'valibot';
import { FieldError } from '../../../../packages/plid/fields/field-error.ts';
import { importPublicKey } from '../../../core/crypto/jwt.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import { publishedKeysInterval, publishedKeysLifetime } from '../../settings/gateway-lifetimes.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { type CallEnv, fetchPublicDocument } from '../../upstream/service-calls.ts';
import { UpstreamFailure } from '../../upstream/upstream-failure.ts';

export type PublishedKeysEnv = CallEnv & Pick<Bindings, 'JWKS_PATH'>;

const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
const key = v.object({
  kid: v.string(),
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: coordinate,
  y: coordinate,
});
const keySet = v.object({ keys: v.array(v.unknown()) });

type Keys = ReadonlyMap<string, CryptoKey>;

/**
 * The published keys that this isolate read last. `asked` is the time at which the keys were requested, in seconds
 * since 1970. `keys` is missing during the request and after a failure.
 */
let latest: { asked: number; reading: boolean; keys?: Keys } | undefined;

/**
 * Finds the service's public key by its id. The keys are read again after an hour or if the id is unknown. They
 * are read at most once a minute, so that invented ids cause no load.
 * @returns undefined if the service doesn't publish the key. @throws {ProtocolError} `upstream_unavailable` (503)
 * if the keys can't be read again within that minute; {UpstreamFailure}.
 */
export async function findPublishedKey(
  context: Pick<Context<PublishedKeysEnv>, 'env' | 'now'>,
  kid: string,
): Promise<CryptoKey | undefined> {
  const { env, now } = context;
  if (latest?.reading) await untilRead(env);
  const known = latest?.keys?.get(kid);
  // Keys that were asked for at a later time don't count: the clock was set back.
  const age = latest === undefined || now < latest.asked ? Infinity : now - latest.asked;
  if (known !== undefined && age < publishedKeysLifetime) return known;
  if (age < publishedKeysInterval)
    throw retryLaterError(gatewayRefusals.upstream_unavailable, publishedKeysInterval - age);
  const reading: NonNullable<typeof latest> = { asked: now, reading: true };
  latest = reading;
  try {
    reading.keys = await readKeys(env);
  } finally {
    reading.reading = false;
  }
  return reading.keys.get(kid);
}

/**
 * Waits while another request reads the keys. It polls, because one request can't await another request's promise.
 */
async function untilRead({ SERVICE_TIMEOUT }: PublishedKeysEnv): Promise<void> {
  const pause = 50;
  for (let waited = 0; latest?.reading && waited < SERVICE_TIMEOUT * 1000; waited += pause)
    await scheduler.wait(pause);
}

/** @returns an empty map if the service has no keys (404). @throws {UpstreamFailure} */
async function readKeys(env: PublishedKeysEnv): Promise<Keys> {
  try {
    return await fetchPublicDocument(env, env.JWKS_PATH, importKeys);
  } catch (failure) {
    if (failure instanceof UpstreamFailure && failure.serviceRefusal?.status === 404) return new Map();
    throw failure;
  }
}

/** Imports keys of the supported type and ignores others. @throws {FieldError} */
async function importKeys(body: unknown): Promise<Keys> {
  const set = v.safeParse(keySet, body);
  if (!set.success) throw new FieldError('keys', 'must be a list, so this is not a JSON Web Key Set');
  const usable = set.output.keys.filter((item) => v.is(key, item));
  const imported = usable.map(async (jwk) => [jwk.kid, await importPublicKey(jwk)] as const);
  return new Map(await Promise.all(imported));
}
