import type { Parameters } from '../../core/protocol/parameters.ts';
import { fill } from '../../core/protocol/texts.ts';
import type { Child } from '../../pages/jsx-runtime.ts';
import { Layout } from '../../pages/layout.tsx';
import { page } from '../../pages/page.ts';
import { postingPage } from '../../pages/posting-page.tsx';
import { inChosenLanguage } from '../errors/failure-page.tsx';
import { gatewayFrame } from '../errors/gateway-frame.tsx';
import { partyLogoutWords } from './party-logout-words.ts';
import type { OpenIdContext } from './party-settings.ts';

export const partyLogoutPath = '/auth/oidc/logout';

/** Posts a form of another site again, from a page of ours, so that the browser sends its cookies. The id_token stays in the body. */
export function repostPage(context: OpenIdContext, parameters: Parameters): Response {
  const { language } = inChosenLanguage(context);
  const frame = gatewayFrame({ settings: context.env, language, url: undefined });
  return postingPage({ language, frame, action: partyLogoutPath, fields: parameters.entries() });
}

/** Asks whether to sign out: any site may have led the browser here. @param query of the request, without an id_token. */
export function confirmPage(context: OpenIdContext, query: string): Response {
  const { language } = inChosenLanguage(context);
  const { title, text, signOut } = partyLogoutWords[language].confirm;
  return logoutPage(
    context,
    { title, query },
    <form method="post" action={`${partyLogoutPath}/confirm?${query}`} class="card">
      <h1>{title}</h1>
      <p>{fill(text, { host: new URL(context.env.GATEWAY_ORIGIN).host })}</p>
      <p class="actions">
        <button type="submit" class="button">
          {signOut}
        </button>
      </p>
    </form>,
  );
}

/** Says that this browser has no session. */
export function signedOutPage(context: OpenIdContext): Response {
  const { language } = inChosenLanguage(context);
  const { title, text, way } = partyLogoutWords[language].signedOut;
  return logoutPage(
    context,
    { title, query: '' },
    <section class="card">
      <h1>{title}</h1>
      <p>{fill(text, { host: new URL(context.env.GATEWAY_ORIGIN).host })}</p>
      <p class="actions">
        <a class="button" href="/">
          {way}
        </a>
      </p>
    </section>,
  );
}

function logoutPage(
  context: OpenIdContext,
  { title, query }: { title: string; query: string },
  content: Child,
): Response {
  const { env, url } = context;
  const { language, cookies } = inChosenLanguage(context);
  const frame = gatewayFrame({
    settings: env,
    language,
    url: new URL(`${partyLogoutPath}?${query}`, url),
  });
  return page(
    (nonce) => (
      <Layout {...{ language, title, nonce }} {...frame}>
        {content}
      </Layout>
    ),
    { cookies, formsLeadAnywhere: true },
  );
}
