/** The words of §7 that an answer's `error` may hold. */
export const errorCodes = [
  'invalid_request',
  'invalid_grant',
  'authentication_failed',
  'invalid_client',
  'not_found',
  'method_not_allowed',
  'server_error',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The word of §7 that an error is; `unknown_error` for what is no word: no message repeats a text of somebody else. */
export const codeOfError = (error: string): string =>
  /^[\w.-]{1,64}$/.test(error) ? error : 'unknown_error';
