/** The record of `PHONE_KEY`. Its fingerprint reveals nothing about the key. */
interface ServiceKey {
  /** 1, and one more for each replacement. */
  number: number;
  fingerprint: string;
}

const name = 'service key';

/**
 * Whether a `PHONE_KEY` is the service's: the first one offered is, until one with a higher number replaces it.
 * From then on its predecessor is refused, so that two keys are never in use at the same time.
 */
export function isServiceKey({ kv }: DurableObjectStorage, offered: ServiceKey): boolean {
  const kept = kv.get<ServiceKey>(name);
  if (kept !== undefined && kept.number >= offered.number)
    return kept.number === offered.number && kept.fingerprint === offered.fingerprint;
  kv.put<ServiceKey>(name, offered);
  return true;
}
