import { prefersPage } from '../../../core/http/accept.ts';
import type { Language } from '../../../core/http/language.ts';
import { choosePageLanguage } from '../../../core/http/page-language-choice.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import { fill } from '../../../core/protocol/texts.ts';
import type { ErrorPage } from '../../../core/worker/endpoint.ts';
import { autoPostPage } from '../../../pages/auto-post-page.tsx';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { LanguageSwitchLink } from '../../../pages/language-switch.tsx';
import { NextStep } from '../../../pages/next-step.tsx';
import { operatorPage } from '../../../pages/operator-page.tsx';
import { PostForm } from '../../../pages/post-form.tsx';
import { operatorFrame } from '../../pages/operator-frame.tsx';
import { refusalPage } from '../../pages/refusal-page.tsx';
import { accountPath } from '../../registry/account-client.ts';
import { logoutTexts } from './logout-texts.ts';
import type { OpenIdContext, OpenIdEnv } from './openid-settings.ts';

export const logoutPath = '/oauth2/openid/logout';

const refusedIn = (language: Language) => ({ ...logoutTexts[language].refused, href: accountPath });

/** Renders the error response of a sign-out, which is a page for browsers and the JSON of §7 for programs. */
export const logoutFailure: ErrorPage<OpenIdEnv> = (error, context) =>
  prefersPage(context.request)
    ? refusalPage(error, context, { en: refusedIn('en'), ko: refusedIn('ko') })
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
 * request, without an id_token. @param application the application's name, or undefined if the request doesn't
 * specify an application.
 */
export function confirmLogoutPage(
  context: OpenIdContext,
  query: string,
  application: string | undefined,
): Response {
  const { language } = choosePageLanguage(context);
  const { confirm, confirmAll, signOut } = logoutTexts[language];
  const { title, text } = application === undefined ? confirmAll : confirm;
  const shown = { title: fill(title, { application }), text: fill(text, { application }) };
  return logoutPage(
    context,
    { title: shown.title, query },
    <PostForm {...shown} label={signOut} action={`${logoutPath}/confirm?${query}`} />,
  );
}

/** Renders the page for a browser that has no automatic login. */
export function noAutomaticLoginPage(context: OpenIdContext): Response {
  const { language } = choosePageLanguage(context);
  const { title, text, way } = logoutTexts[language].signedOut;
  return logoutPage(
    context,
    { title, query: '' },
    <NextStep {...{ title, text }} steps={[{ href: accountPath, label: way }]} />,
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
