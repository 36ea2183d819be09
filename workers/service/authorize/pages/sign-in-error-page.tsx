import { prefersPage } from '../../../core/http/accept.ts';
import type { Language } from '../../../core/http/language.ts';
import { choosePageLanguage } from '../../../core/http/page-language-choice.ts';
import { overHttps } from '../../../core/http/redirect.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { fill } from '../../../core/protocol/texts.ts';
import type { ErrorContext, ErrorPage } from '../../../core/worker/endpoint.ts';
import { LanguageSwitchLink } from '../../../pages/language-switch.tsx';
import { NextSteps } from '../../../pages/next-step.tsx';
import { accountPath } from '../../shared/account-client.ts';
import { ageOfConsent } from '../../shared/minimum-age.ts';
import { ReturnedError } from '../../shared/returned-error.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import { returnParameter } from '../app-initiated/return-secret.ts';
import type { Env } from '../sign-in/authorize-settings.ts';
import { applicationStartPage, MissingCookieError } from '../sign-in/missing-cookie.ts';
import { redirectWithError } from '../sign-in/return-to-application.ts';
import { SignInError, UnopenedSignInError } from '../sign-in/sign-in-errors.ts';
import { authorizationPath, signInPagePath } from '../sign-in/sign-in-paths.ts';
import { type SignInTexts, signInTexts } from '../texts/index.ts';
import { ReturnForm } from './sign-in-buttons.tsx';
import { ApplicationBlock, renderSignInPage } from './sign-in-frame.tsx';

type Asked = Pick<ErrorContext<Env>, 'request' | 'url'>;

/** Shows an error as a page with one clear next step. Programs get the JSON of §7. */
export const signInErrorPage: ErrorPage<Env> = (error, context) => {
  if (error instanceof ReturnedError && context.env)
    return redirectWithError(context.env, error, context.language);
  if (wantsJson(error, context)) return undefined;
  const view = error instanceof SignInError ? error.context : undefined;
  const chosen = choosePageLanguage(context);
  const language = view?.language ?? chosen.language;
  const kind = kindOf(error, context.url);
  const { refusals, errorTitle, account } = signInTexts[language];
  const retryHref = retryPath(error, context);
  const applicationTarget = applicationLink(error, language);
  const values = { application: view?.application.name, age: `${view?.application.minimum_age}` };
  const title = fill(refusals[kind].title, values);
  const text = fill(refusals[kind].text, values);
  const { status, headers } = error;
  return renderSignInPage(
    {
      language,
      // Navigating back after a successful sign-in isn't an error, so the page title isn't marked as an error.
      title: kind === 'finished' ? title : fill(errorTitle, { title }),
      view,
      operator: context.env ?? {},
      otherLanguage: <LanguageSwitchLink language={language} url={pageUrl(error, context)} />,
      // The application requested this language. The language isn't remembered, because the user didn't choose it.
      cookies: context.url.pathname === authorizationPath ? [] : chosen.cookies,
      status,
      headers,
      requestId: context.requestId,
    },
    <>
      <h1>{title}</h1>
      {applicationTarget !== undefined && (
        <ApplicationBlock host={applicationTarget.host}>
          <strong>{applicationTarget.application}</strong>
        </ApplicationBlock>
      )}
      <p>{text}</p>
      {retryHref !== undefined && (
        <NextSteps steps={[{ href: retryHref, label: signInTexts[language].tryAgain }]} />
      )}
      {view !== undefined && (
        <ReturnForm view={view} ended look={retryHref === undefined ? 'button' : 'way'} />
      )}
      {retryHref === undefined && view === undefined && (
        <NextSteps steps={[applicationTarget ?? { href: accountPath, label: account }]} />
      )}
    </>,
  );
};

/**
 * Returns a link to the application if this browser has no cookie for the sign-in. Returns undefined for other
 * errors, or if the application isn't known or has no web page.
 */
function applicationLink(error: ProtocolError, language: Language) {
  const application = error instanceof MissingCookieError ? error.application : undefined;
  const href = application && applicationStartPage(application);
  if (application === undefined || href === undefined) return undefined;
  const { name } = application;
  const host = URL.parse(href)?.host;
  return { href, host, application: name, label: fill(signInTexts[language].goBack, { application: name }) };
}

/**
 * Returns the URL that shows an error page in the other language. After a form submission, this is the URL of the
 * page that a successful submission would have led to.
 */
function pageUrl(error: ProtocolError, { request, url }: Asked): URL {
  return request.method === 'GET' ? url : new URL(signInPagePath('wait', flowOf(error) ?? '-'), url);
}

/**
 * Whether the response to an error is JSON. Errors of the authorization request always get JSON (§4.1), except
 * server errors and an expired pushed request, which aren't the caller's fault. Later steps respond to browsers
 * with a page.
 */
function wantsJson({ status, refusal }: ProtocolError, { request, url }: Asked): boolean {
  const isRequestError = status < 500 && refusal !== serviceRefusals.request_expired;
  return (url.pathname === authorizationPath && isRequestError) || !prefersPage(request);
}

function kindOf(error: ProtocolError, url: URL): keyof SignInTexts['refusals'] {
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

/**
 * Returns the path at which the user can try again after an error, or undefined if the error page offers no retry.
 */
function retryPath(error: ProtocolError, { request, url }: Asked): string | undefined {
  const flow = flowOf(error);
  if (error.refusal === refusals.insecure_transport) return overHttps(url);
  if (kindOf(error, url) === 'anotherPhone' && flow !== undefined) return signInPagePath('sign-in', flow);
  if (error.status < 500) return undefined;
  if (request.method === 'GET') return `${url.pathname}${url.search}`;
  return flow === undefined ? undefined : signInPagePath('wait', flow);
}

function flowOf(error: ProtocolError): string | undefined {
  if (error instanceof SignInError) return error.context.signIn.id;
  return error instanceof UnopenedSignInError ? encodeURIComponent(error.flow) : undefined;
}
