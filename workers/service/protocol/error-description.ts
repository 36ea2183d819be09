import { type ErrorPage, errorResponse } from '../../core/worker/endpoint.ts';

/**
 * Adds a description to errors at endpoints that OAuth clients call. Common clients show only `error_description`
 * (RFC 6749 §5.2), so this field repeats the message of §7. @param paths the paths of these endpoints. Other
 * endpoints return only `error` and `message`.
 */
export const withDescription =
  (...paths: readonly string[]): ErrorPage<unknown> =>
  (error, { language, url }) =>
    paths.includes(url.pathname)
      ? errorResponse(error, language, { error_description: error.describe(language) })
      : undefined;
