import { renewalPause } from '../shared/service-lifetimes.ts';

/**
 * The cookie of a device with automatic login is replaced after each login, with the next generation. If a copy is
 * used in parallel, one of the two soon presents a replaced cookie (RFC 9700 §2.2.2).
 */
export type Generation = {
  /** Generation of the last issued cookie. */
  generation: number;
  /**
   * Generation of the cookie that was presented for it: the browser still has it if the response was lost. Null
   * before the first renewal.
   */
  former: number | null;
  /** Time of issue, in seconds since 1970. */
  renewed: number | null;
};

/**
 * The generations of a device after a login. Within a minute of a renewal both cookies work and none is issued: one
 * browser may have several tabs, or a restored cookie jar. After that minute, the former cookie gets one that
 * replaces the latest, which never arrived. A thief and the owner who both present the same cookie therefore don't
 * get the same one again.
 * @param presented generation of the cookie, 0 for one of release 0.2. @param at in seconds since 1970.
 * @returns `stored` itself if nothing changes; undefined if the cookie was replaced or never issued: a copy is in
 * use.
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
