import { prefersPage } from '../../../core/http/accept.ts';
import { choosePageLanguage } from '../../../core/http/page-language-choice.ts';
import { redirect } from '../../../core/http/redirect.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { type Parameters, queryParameters } from '../../../core/protocol/parameters.ts';
import { signInParameter } from '../../../core/protocol/sign-in-header.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { ButtonLink } from '../../../pages/button.tsx';
import { Ending } from '../../../pages/ending.tsx';
import { Layout } from '../../../pages/layout.tsx';
import { page } from '../../../pages/page.ts';
import { gatewayFrame, type PageSettings } from '../../errors/gateway-frame.tsx';
import { gatewayTexts } from '../../errors/gateway-texts.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import type { AppFlow } from '../../settings/gateway-sealed-types.ts';

type RedirectContext = Pick<
  Context<Pick<Bindings, 'APP_LINKS'> & PageSettings>,
  'request' | 'url' | 'env' | 'now' | 'language'
>;

/**
 * Redirects an app's sign-in to the app's link. The code isn't exchanged here, because only the holder of the
 * flow's verifier can use it. A browser gets a page that redirects automatically and has a link to tap. Chromium
 * blocks redirects to custom schemes after a form submission if the form's page forbids such redirects. Phones
 * open some links only when tapped. @throws {ProtocolError} `flow_expired`, `app_link_refused`; `flow_of_app` if
 * the app should have intercepted the link.
 */
export function redirectToApp(flow: AppFlow, context: RedirectContext): Response {
  if (flow.expires <= context.now) throw new ProtocolError(gatewayRefusals.flow_expired);
  if (flow.link === undefined) throw new ProtocolError(gatewayRefusals.flow_of_app);
  if (!context.env.APP_LINKS.includes(flow.link)) throw new ProtocolError(gatewayRefusals.app_link_refused);
  const address = withAnswer(flow.link, queryParameters(context.url));
  if (prefersPage(context.request)) return redirectPage(address, context);
  return redirect(302, address);
}

const passedOn = [
  'code',
  'state',
  'iss',
  'error',
  'message',
  'error_description',
  'plid_reason',
  signInParameter,
];

/**
 * Returns the app's link with the parameters of the service's response added. Spaces become `%20`, because iOS and
 * other clients don't decode `+` as a space.
 */
function withAnswer(link: string, parameters: Parameters): string {
  const url = new URL(link);
  for (const name of passedOn) {
    const value = parameters.optional(name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  url.search = url.searchParams.toString().replaceAll('+', '%20');
  return url.href;
}

function redirectPage(address: string, context: RedirectContext): Response {
  const { language, cookies } = choosePageLanguage(context);
  const { toApp, toAppText, openApp } = gatewayTexts[language];
  const frame = gatewayFrame({ settings: context.env, language, url: context.url });
  return page(
    (nonce) => (
      <Layout ends {...{ language, title: toApp, nonce, redirectTo: address }} {...frame}>
        <Ending kind="phone" title={toApp} text={toAppText}>
          <ButtonLink href={address} label={openApp} />
        </Ending>
      </Layout>
    ),
    { cookies },
  );
}
