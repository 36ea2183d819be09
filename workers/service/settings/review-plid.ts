/**
 * The plid of a store reviewer is a UUID of version 8 (RFC 9562 §5.8). All other plids have version 4. The service's
 * workers therefore recognize a reviewer without reading storage.
 */
const reviewPlid = /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a plid belongs to a store reviewer. Also accepts the name of the plid's Account object. */
export const isReviewPlid = (plid: string | undefined): boolean =>
  plid !== undefined && reviewPlid.test(plid);

/** Creates a plid. The version is the character at index 14. */
export const createReviewPlid = (): string => crypto.randomUUID().replace(/^(.{14})4/, '$18');

/** Returns the field that marks the log lines of a store reviewer. Empty for every other user. */
export const reviewMark = (plid: string): { review?: true } => (isReviewPlid(plid) ? { review: true } : {});
