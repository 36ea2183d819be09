import { toBase64url } from '../../core/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { crockfordLetters, inGroups, normalizeCode } from '../../core/protocol/crockford.ts';

/** Length of a code, in characters of 5 bits: 60 bits. */
const length = 12;

/** Creates a code, such as `7K2M-9QXD-4TRA`. Reviewers copy it from the review notes. */
export function createReviewCode(): string {
  const drawn = [...crypto.getRandomValues(new Uint8Array(length))];
  return inGroups(drawn.map((byte) => crockfordLetters[byte % crockfordLetters.length]).join(''));
}

/**
 * Returns the digests of a code for one application, one per key in `KEYS`, current key first. Each consists of the
 * key's id and an HMAC-SHA-256, so that stored digests can't be tested without the key.
 */
export async function digestsOfReviewCode(
  keys: KeyRing,
  client_id: string,
  code: string,
): Promise<[current: string, ...former: string[]]> {
  const text = `${client_id} ${normalizeCode(code)}`;
  const [current, ...former] = await keys.pseudonyms('service review code', text);
  const written = ([id, mac]: typeof current) => `${id}:${toBase64url(mac)}`;
  return [written(current), ...former.map(written)];
}

/** Returns whether the current key, an earlier key in `KEYS`, or a removed key made a digest. With a removed key, the code no longer works. */
export function digestKeyState({ current, ids }: Pick<KeyRing, 'current' | 'ids'>, digest: string) {
  const id = digest.slice(0, digest.indexOf(':'));
  if (id === current) return 'current';
  return ids.includes(id) ? 'earlier' : 'unknown';
}
