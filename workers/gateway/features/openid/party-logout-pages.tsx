import { fill } from '../../../core/protocol/texts.ts';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { NextStep } from '../../../pages/next-step.tsx';
import { operatorPage } from '../../../pages/operator-page.tsx';
import { PostForm } from '../../../pages/post-form.tsx';
import { withChosenLanguage } from '../../errors/failure-page.tsx';
import { gatewayFrame } from '../../errors/gateway-frame.tsx';
import { partyLogoutTexts } from './party-logout-texts.ts';
import type { OpenIdContext } from './party-settings.ts';

export const partyLogoutPath = '/auth/oidc/logout';

/**
 * Asks the user whether to sign out, because any site may have sent the browser here. @param query the request's
 * query, without an id_token.
 */
export function confirmPartyLogoutPage(context: OpenIdContext, query: string): Response {
  const { language } = withChosenLanguage(context);
  const { title, signOut, ...words } = partyLogoutTexts[language].confirm;
  const text = fill(words.text, { host: new URL(context.env.GATEWAY_ORIGIN).host });
  return logoutPage(
    context,
    { title, query },
    <PostForm {...{ title, text }} label={signOut} action={`${partyLogoutPath}/confirm?${query}`} />,
  );
}

/** Returns the page that is shown if this browser has no session. */
export function noPartySessionPage(context: OpenIdContext): Response {
  const { language } = withChosenLanguage(context);
  const { title, way, ...words } = partyLogoutTexts[language].signedOut;
  const text = fill(words.text, { host: new URL(context.env.GATEWAY_ORIGIN).host });
  const steps = [{ href: '/', label: way }];
  return logoutPage(context, { title, query: '' }, <NextStep {...{ title, text, steps }} />);
}

function logoutPage(
  context: OpenIdContext,
  { title, query }: { title: string; query: string },
  content: Child,
): Response {
  const { env, url } = context;
  const { language, cookies } = withChosenLanguage(context);
  const shown = new URL(`${partyLogoutPath}?${query}`, url);
  const frame = gatewayFrame({ settings: env, language, url: shown });
  return operatorPage({ language, title, frame, cookies }, content);
}
