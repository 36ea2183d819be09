import type { Language } from '../../core/http/language.ts';
import { signInParameter } from '../../core/protocol/sign-in-header.ts';
import { Brand, BrandLinks } from '../../pages/brand.tsx';
import { LanguageSwitchLink } from '../../pages/language-switch.tsx';
import type { Bindings } from '../settings/gateway-bindings.ts';
import type { pageSettings } from '../settings/page-settings.ts';

/** The operator's settings that a page shows; absent if they are invalid. */
export type PageSettings = Partial<Pick<Bindings, keyof typeof pageSettings>>;

interface FrameOptions {
  settings: PageSettings | undefined;
  language: Language;
  /** The page's address, or undefined if a link can't open the page. */
  url: URL | undefined;
}

/** Returns the layout properties that identify the application, which are its name, logo, and links. */
export function gatewayFrame({ settings = {}, language, url }: FrameOptions) {
  const { APP_NAME, APP_LOGO, ACCENT_COLOR = '', PRIVACY_URL, SUPPORT_URL } = settings;
  const linkUrl = url && new URL(url);
  // Links must not contain these parameters. An attacker may have written some of these parameters, and
  // `id_token_hint` contains a token.
  for (const text of ['message', 'error_description', signInParameter, 'id_token_hint'])
    linkUrl?.searchParams.delete(text);
  const isNamed = APP_NAME !== undefined || APP_LOGO !== undefined;
  return {
    bar: (
      <>
        {isNamed && <Brand name={APP_NAME} logo={APP_LOGO} />}
        {linkUrl !== undefined && <LanguageSwitchLink language={language} url={linkUrl} />}
      </>
    ),
    foot: (
      <div class="ways">
        <BrandLinks language={language} privacy={PRIVACY_URL} support={SUPPORT_URL} />
      </div>
    ),
    ownStyle: ACCENT_COLOR,
  };
}
