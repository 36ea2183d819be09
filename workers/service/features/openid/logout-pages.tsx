import { prefersPage } from '../../../core/http/accept.ts';
import { choosePageLanguage } from '../../../core/http/page-language-choice.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import { fill } from '../../../core/protocol/texts.ts';
import type { ErrorPage } from '../../../core/worker/endpoint.ts';
import { autoPostPage } from '../../../pages/auto-post-page.tsx';
import { ButtonLink, PostButton } from '../../../pages/button.tsx';
import { Ending } from '../../../pages/ending.tsx';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { LanguageSwitchLink } from '../../../pages/language-switch.tsx';
import { operatorPage } from '../../../pages/operator-page.tsx';
import { operatorFrame } from '../../pages/operator-frame.tsx';
import { refusalPage } from '../../pages/refusal-page.tsx';
import { accountPath } from '../../registry/account-client.ts';
import type { Application } from '../../registry/applications.ts';
import { applicationStartPage } from '../../sign-in/flow/missing-cookie.ts';
import { logoutTexts } from './logout-texts.ts';
import type { OpenIdContext, OpenIdEnv } from './openid-settings.ts';

export const logoutPath = '/oauth2/openid/logout';

/** Renders the error response of a sign-out, which is a page for browsers and the JSON of §7 for programs. */
export const logoutFailure: ErrorPage<OpenIdEnv> = (error, context) =>
  prefersPage(context.request)
    ? refusalPage(error, context, { en: logoutTexts.en.refused, ko: logoutTexts.ko.refused })
    : undefined;

/**
 * Renders a page that posts another site's form again from this host, so that the browser sends this host's
 * cookies. The id_token stays in the request body.
 */
export function repostPage({ request, env, url, language }: OpenIdContext, parameters: Parameters): Response {
  const chosen = choosePageLanguage({ request, url, language }).language;
  const frame = operatorFrame({ operator: env, language: chosen, otherLanguage: null });
  return autoPostPage({ language: chosen, frame, action: logoutPath, fields: parameters.entries() });
}

/**
 * Asks the user whether to sign out, because any site may have led the browser here. @param query the query of the
 * request, without an id_token. @param application undefined if the request doesn't specify an application.
 */
export function confirmLogoutPage(
  context: OpenIdContext,
  query: string,
  application: Pick<Application, 'name' | 'client_id' | 'redirect_uris'> | undefined,
): Response {
  const { language } = choosePageLanguage(context);
  const { confirm, confirmAll, signOut, cancel } = logoutTexts[language];
  const words = application === undefined ? confirmAll : confirm;
  const values = { application: application?.name };
  const title = fill(words.title, values);
  const start = application && applicationStartPage(application);
  return logoutPage(
    context,
    { title, query },
    <Ending kind="question" title={title} text={fill(words.text, values)}>
      <PostButton label={signOut} action={`${logoutPath}/confirm?${query}`} />
      <ButtonLink look="button-quiet" href={start ?? accountPath} label={cancel} />
    </Ending>,
  );
}

/** Renders the page for a browser that has no automatic login. */
export function noAutomaticLoginPage(context: OpenIdContext): Response {
  const { language } = choosePageLanguage(context);
  const { title, text, way } = logoutTexts[language].signedOut;
  return logoutPage(
    context,
    { title, query: '' },
    <Ending kind="done" {...{ title, text }}>
      <ButtonLink look="button-quiet" href={accountPath} label={way} />
    </Ending>,
  );
}

function logoutPage(
  context: OpenIdContext,
  { title, query }: { title: string; query: string },
  content: Child,
): Response {
  const { env, url } = context;
  const { language, cookies } = choosePageLanguage(context);
  const shown = new URL(`${logoutPath}?${query}`, url);
  const frame = operatorFrame({
    operator: env,
    language,
    otherLanguage: <LanguageSwitchLink language={language} url={shown} />,
  });
  return operatorPage({ language, title, frame, cookies }, content);
}
