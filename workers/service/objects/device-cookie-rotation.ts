import { previousDeviceCookieLifetime } from '../settings/service-lifetimes.ts';

/**
 * The generations of a device's cookie. After each automatic login, the device gets a cookie of the next
 * generation. If a copy of the cookie is used in parallel, either the device or the copy soon presents a replaced
 * cookie (RFC 9700 §2.2.2).
 */
export type Generation = {
  /** Generation of the latest issued cookie. */
  generation: number;
  /**
   * Generation of the cookie that was presented to get the latest cookie. If the response was lost, the browser
   * still has this previous cookie. Null before the first renewal.
   */
  previous: number | null;
  /** When the latest cookie was issued, in seconds since 1970. */
  renewed: number | null;
};

/**
 * Returns the generations of a device after a login. Within a minute of a renewal, both the previous and the latest
 * cookie work, and no further cookie is issued. The reason is that a browser may have several tabs or a restored
 * cookie jar. After that minute, presenting the previous cookie means that the latest cookie never arrived, so a new
 * cookie replaces it. Therefore, a thief and the owner who both present the same cookie don't get the same new
 * cookie. @param presented the generation of the cookie. @param at in seconds since 1970.
 * @returns `stored` itself if nothing changes, or undefined if the cookie was replaced or never issued, which
 * means that a copy is in use.
 */
export function nextGeneration<Stored extends Generation>(
  stored: Stored,
  presented: number,
  at: number,
): Stored | undefined {
  const { generation, previous, renewed } = stored;
  if (presented !== generation && presented !== previous) return undefined;
  if (renewed !== null && at < renewed + previousDeviceCookieLifetime) return stored;
  return { ...stored, generation: generation + 1, previous: presented, renewed: at };
}
