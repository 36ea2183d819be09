import { prefersPage } from '../../../core/http/accept.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import type { ErrorPage } from '../../../core/worker/endpoint.ts';
import { ReturnedError } from '../../protocol/returned-error.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { describeError } from '../flow/describe-error.ts';
import { authorizationPath } from '../flow/sign-in-paths.ts';
import { signInErrorPage } from '../pages/sign-in-error-page.tsx';
import type { Env } from '../settings/sign-in-settings.ts';
import { redirectWithError } from './return-to-application.ts';

/** Answers an error with a redirect to the application, a page, or, for programs, the JSON of §7. */
export const answerError: ErrorPage<Env> = (error, context) => {
  if (error instanceof ReturnedError && context.env)
    return redirectWithError(context.env, error, context.language);
  const isAuthorizationRequest = context.url.pathname === authorizationPath;
  if ((isAuthorizationRequest && isRequestError(error)) || !prefersPage(context.request)) return undefined;
  const description = describeError(error, context);
  return signInErrorPage(context, { error, description, remembersLanguage: !isAuthorizationRequest });
};

/**
 * Whether the authorization request is wrong. Its response is always JSON (§4.1). A server error and an expired pushed
 * request aren't the caller's fault.
 */
const isRequestError = ({ status, refusal }: ProtocolError): boolean =>
  status < 500 && refusal !== serviceRefusals.request_expired;
