/** The record of `PHONE_KEY`. Its fingerprint reveals nothing about the key. */
interface ServiceKey {
  /** The number of the key. It is 1 for the first key, and each replacement adds 1. */
  number: number;
  fingerprint: string;
}

const name = 'service key';

/**
 * Returns whether a `PHONE_KEY` is the one that the service uses. The service uses the first key that is offered,
 * until a key with a higher number replaces it. From then on, the previous key is refused, so that two keys are
 * never in use at the same time.
 */
export function isServiceKey({ kv }: DurableObjectStorage, offered: ServiceKey): boolean {
  const kept = kv.get<ServiceKey>(name);
  if (kept !== undefined && kept.number >= offered.number)
    return kept.number === offered.number && kept.fingerprint === offered.fingerprint;
  kv.put<ServiceKey>(name, offered);
  return true;
}
