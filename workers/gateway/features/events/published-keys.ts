import { EventKeys } from '../../../../packages/plid/events/event-keys.ts';
import { Memo } from '../../../core/crypto/memo.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import { throwUpstreamFailure } from '../../upstream/upstream-failure.ts';

export type PublishedKeysEnv = Pick<Bindings, 'SERVICE_URL' | 'SERVICE_TIMEOUT' | 'JWKS_PATH'>;

/** The service's public keys, by address. The map contains only one set, because the gateway has only one service. */
const published = new Memo<string, EventKeys>();

/**
 * Finds the service's public key by its id.
 * @returns undefined if the service doesn't publish the key. @throws {UpstreamFailure} `upstream_unavailable` (503) if
 * the keys can't be read again yet, or another failure to read them.
 */
export function findPublishedKey(
  { env, now }: Pick<Context<PublishedKeysEnv>, 'env' | 'now'>,
  kid: string,
): Promise<CryptoKey | undefined> {
  const { SERVICE_URL: service, SERVICE_TIMEOUT: timeout, JWKS_PATH: path } = env;
  const keys = published.once(service + path, () => new EventKeys());
  return keys.find({ service, timeout }, path, kid, now).catch(throwUpstreamFailure);
}
