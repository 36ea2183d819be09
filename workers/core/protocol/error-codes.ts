/** The error codes of §7. */
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

/**
 * Returns a well-formed error code (§7) unchanged, and `unknown_error` for any other text, because messages must
 * not repeat foreign text.
 */
export const codeOfError = (error: string): string =>
  /^[\w.-]{1,64}$/.test(error) ? error : 'unknown_error';
