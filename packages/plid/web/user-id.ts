/** The ID under which an application stores a user. */
export type UserId = string | number;

/** Whether a value names a user. Session libraries return undefined, null, or an empty text without a user. */
export const isUserId = (value: unknown): value is UserId =>
  (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
