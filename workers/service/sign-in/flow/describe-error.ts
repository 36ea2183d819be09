import { overHttps } from '../../../core/http/redirect.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { ErrorContext } from '../../../core/worker/endpoint.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { ageOfConsent } from '../../registry/minimum-age.ts';
import type { Env } from '../settings/sign-in-settings.ts';
import type { SignInTexts } from '../texts/index.ts';
import { applicationStartPage, MissingCookieError } from './missing-cookie.ts';
import type { SignInContext } from './sign-in-context.ts';
import { SignInError, UnopenedSignInError } from './sign-in-errors.ts';
import { returnParameter, signInPagePath } from './sign-in-paths.ts';

type Asked = Pick<ErrorContext<Env>, 'request' | 'url'>;

/** An error as its page shows it. */
export interface ErrorDescription {
  kind: keyof SignInTexts['refusals'];
  /** The sign-in that failed. Undefined if this browser has none, or if it couldn't be read. */
  context: SignInContext | undefined;
  /** Path at which the user can try again. Undefined if that wouldn't help. */
  retry: string | undefined;
  /** The application and its start page, if this browser has no cookie for the sign-in, and both are known. */
  application: { name: string; href: string } | undefined;
  /**
   * URL that shows the page in the other language. After a form submission, it's the page that a successful submission
   * would have led to.
   */
  page: URL;
}

/** Returns what the page of an error shows: what happened, and what the user can do next. */
export function describeError(error: ProtocolError, { request, url }: Asked): ErrorDescription {
  const kind = kindOf(error, url);
  const flow = flowOf(error);
  return {
    kind,
    context: error instanceof SignInError ? error.context : undefined,
    retry: retryPath(error, { request, url }, kind, flow),
    application: applicationOf(error),
    page: request.method === 'GET' ? url : new URL(signInPagePath('wait', flow ?? '-'), url),
  };
}

function kindOf(error: ProtocolError, url: URL): ErrorDescription['kind'] {
  if (error instanceof SignInError && error.ending !== undefined) {
    const { minimum_age } = error.context.application;
    return error.ending === 'underage' && minimum_age > ageOfConsent ? 'tooYoung' : error.ending;
  }
  if (error.status >= 500) return 'unavailable';
  if (error.refusal === serviceRefusals.unconfirmed) return 'anotherPhone';
  const isMissing = error.values.item === 'flow' || error.refusal === serviceRefusals.request_expired;
  if (!isMissing) return 'other';
  if (error instanceof MissingCookieError && error.isWithoutCookies) return 'withoutCookies';
  return url.searchParams.has(returnParameter) ? 'otherBrowser' : 'missing';
}

function retryPath(
  error: ProtocolError,
  { request, url }: Asked,
  kind: ErrorDescription['kind'],
  flow: string | undefined,
): string | undefined {
  if (error.refusal === refusals.insecure_transport) return overHttps(url);
  if (kind === 'anotherPhone' && flow !== undefined) return signInPagePath('sign-in', flow);
  if (error.status < 500) return undefined;
  if (request.method === 'GET') return `${url.pathname}${url.search}`;
  return flow === undefined ? undefined : signInPagePath('wait', flow);
}

function flowOf(error: ProtocolError): string | undefined {
  if (error instanceof SignInError) return error.context.signIn.id;
  return error instanceof UnopenedSignInError ? encodeURIComponent(error.flow) : undefined;
}

function applicationOf(error: ProtocolError): ErrorDescription['application'] {
  const application = error instanceof MissingCookieError ? error.application : undefined;
  const href = application && applicationStartPage(application);
  return application === undefined || href === undefined ? undefined : { name: application.name, href };
}
