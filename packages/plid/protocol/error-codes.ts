/** The words of §7 that an answer's `error` may hold. */
export const errorWords = [
  'invalid_request',
  'invalid_grant',
  'authentication_failed',
  'invalid_client',
  'not_found',
  'method_not_allowed',
  'server_error',
] as const;
export type ErrorWord = (typeof errorWords)[number];

/** The word of §7 that an error is; `unknown_error` for what is no word: no message repeats a text of somebody else. */
export const wordOf = (error: string): string => (/^[\w.-]{1,64}$/.test(error) ? error : 'unknown_error');
