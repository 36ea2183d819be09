import { choosePageLanguage } from '../../../core/http/page-language-choice.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { Steps } from '../../../pages/button.tsx';
import { Ending } from '../../../pages/ending.tsx';
import { Layout } from '../../../pages/layout.tsx';
import { page } from '../../../pages/page.ts';
import { gatewayFrame, type PageSettings } from '../../errors/gateway-frame.tsx';
import { gatewayTexts } from '../../errors/gateway-texts.ts';
import type { BrowserChoice } from '../../flow/open-in-browser.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';

type ShownContext = Pick<
  Context<PageSettings & Partial<Pick<Bindings, 'POPUP'>>>,
  'request' | 'url' | 'language' | 'env'
>;

/**
 * Page of a login in the browser of an application. It offers to open the login in the phone's own browser, and to
 * continue. It sets no cookie, so the chosen browser is the first to have one.
 */
export function inAppBrowserPage(context: ShownContext, { external, here }: BrowserChoice): Response {
  const { url, env } = context;
  const { language } = choosePageLanguage(context);
  const text = gatewayTexts[language].inAppBrowser;
  const steps = [
    ...(external === undefined ? [] : [{ href: external, label: text.open }]),
    { href: here, label: text.here },
  ];
  return page(
    (nonce) => (
      <Layout
        ends
        title={text.title}
        {...{ language, nonce }}
        {...gatewayFrame({ settings: env, language, url })}
      >
        <Ending
          kind="question"
          title={text.title}
          text={text.text}
          more={<p class="hint">{external === undefined ? text.menu : text.menuOtherwise}</p>}
        >
          <Steps steps={steps} />
        </Ending>
      </Layout>
    ),
    { hasOpener: env.POPUP === 'Y' },
  );
}
