import { type ErrorPage, errorResponse } from '../../core/worker/endpoint.ts';

/**
 * Refusals at an endpoint that OAuth clients call. Common clients show only `error_description` (RFC 6749 §5.2): it repeats the
 * message of §7. @param paths of the endpoints: other addresses answer only with `error` and `message`.
 */
export const withDescription =
  (...paths: readonly string[]): ErrorPage<unknown> =>
  (error, { language, url }) =>
    paths.includes(url.pathname)
      ? errorResponse(error, language, { error_description: error.describe(language) })
      : undefined;
