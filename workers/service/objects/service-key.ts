/** The record of `PHONE_KEY`. Its fingerprint reveals nothing about the key. */
interface ServiceKey {
  /** The number of the key: 1, plus 1 for each replacement. */
  number: number;
  fingerprint: string;
}

const name = 'service key';

/**
 * Returns whether a `PHONE_KEY` is the service's. The first key that is offered is the service's, until a key with
 * a higher number replaces it. From then on, the previous key is refused, so that two keys are never in use at the
 * same time.
 */
export function isServiceKey({ kv }: DurableObjectStorage, offered: ServiceKey): boolean {
  const kept = kv.get<ServiceKey>(name);
  if (kept !== undefined && kept.number >= offered.number)
    return kept.number === offered.number && kept.fingerprint === offered.fingerprint;
  kv.put<ServiceKey>(name, offered);
  return true;
}
