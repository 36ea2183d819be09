/** The record of PHONE_KEY. Nothing about the key itself follows from its fingerprint. */
interface ServiceKey {
  /** 1, and one more for each key that took the place of another. */
  number: number;
  fingerprint: string;
}

const name = 'service key';

/**
 * Whether a PHONE_KEY is the one of the service: the first that is offered is, until one with a higher number takes its
 * place. From then on the one before is refused, so that no two are in use at the same time.
 */
export function isServiceKey({ kv }: DurableObjectStorage, offered: ServiceKey): boolean {
  const kept = kv.get<ServiceKey>(name);
  if (kept !== undefined && kept.number >= offered.number)
    return kept.number === offered.number && kept.fingerprint === offered.fingerprint;
  kv.put<ServiceKey>(name, offered);
  return true;
}
