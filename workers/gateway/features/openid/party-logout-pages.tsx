import { fill } from '../../../core/protocol/texts.ts';
import { ButtonLink, PostButton } from '../../../pages/button.tsx';
import { Ending } from '../../../pages/ending.tsx';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { operatorPage } from '../../../pages/operator-page.tsx';
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
  const { title, signOut, cancel, ...words } = partyLogoutTexts[language].confirm;
  const text = fill(words.text, { host: new URL(context.env.GATEWAY_ORIGIN).host });
  return logoutPage(
    context,
    { title, query },
    <Ending kind="question" {...{ title, text }}>
      <PostButton label={signOut} action={`${partyLogoutPath}/confirm?${query}`} />
      <ButtonLink look="button-quiet" href="/" label={cancel} />
    </Ending>,
  );
}

/** Returns the page that is shown if this browser has no session. */
export function noPartySessionPage(context: OpenIdContext): Response {
  const { language } = withChosenLanguage(context);
  const { title, way, ...words } = partyLogoutTexts[language].signedOut;
  const text = fill(words.text, { host: new URL(context.env.GATEWAY_ORIGIN).host });
  return logoutPage(
    context,
    { title, query: '' },
    <Ending kind="done" {...{ title, text }}>
      <ButtonLink href="/" label={way} />
    </Ending>,
  );
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
