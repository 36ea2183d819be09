import { renewalPause } from '../shared/service-lifetimes.ts';

/**
 * The cookie of a device that logs in automatically is a new one, of the next generation, after each login: where a copy of it is used beside
 * the original, one of the two soon presents a cookie that was replaced (RFC 9700 §2.2.2).
 */
export type Generation = {
  /** Of the cookie that was issued last. */
  generation: number;
  /** Of the cookie that was presented for it: the browser still has it where the answer was lost. Null before the first renewal. */
  former: number | null;
  /** When it was issued, in seconds since 1970. */
  renewed: number | null;
};

/**
 * The generations of a device after a login. Within a minute of a renewal both cookies log in, and none is issued: this is one browser with several
 * tabs, or one whose jar was restored. After it a former cookie gets one that replaces the latest, which has never arrived: a thief and the owner who
 * each present the same cookie do not end with the same one again.
 * @param presented of the cookie, 0 for one of release 0.2. @param at in seconds since 1970.
 * @returns `stored` itself where nothing changes; undefined where the cookie was replaced, or never issued: a copy is in use.
 */
export function nextGeneration<Stored extends Generation>(
  stored: Stored,
  presented: number,
  at: number,
): Stored | undefined {
  const { generation, former, renewed } = stored;
  if (presented !== generation && presented !== former) return undefined;
  if (renewed !== null && at < renewed + renewalPause) return stored;
  return { ...stored, generation: generation + 1, former: presented, renewed: at };
}
