import { type ErrorPage, errorAnswer } from '../../core/worker/endpoint.ts';

/**
 * Refusals at an endpoint that OAuth clients call. Common clients show only `error_description` (RFC 6749 §5.2): it repeats the
 * message of §7. @param path of the endpoint: other addresses answer only with `error` and `message`.
 */
export const withDescription =
  (path: string): ErrorPage<unknown> =>
  (error, { language, url }) =>
    url.pathname === path
      ? errorAnswer(error, language, { error_description: error.describe(language) })
      : undefined;
