import { signInParameter } from '../../../packages/plid/protocol/sign-in-name.ts';
import type { Language } from '../../core/http/language.ts';
import { Brand, BrandLinks } from '../../pages/brand.tsx';
import { OtherLanguageLink } from '../../pages/other-language.tsx';
import type { Bindings } from '../shared/gateway-bindings.ts';
import type { pageSettings } from '../shared/page-settings.ts';

/** The settings of whom a page is; none where they are at fault. */
export type PageSettings = Partial<Pick<Bindings, keyof typeof pageSettings>>;

interface FrameOptions {
  settings: PageSettings | undefined;
  language: Language;
  /** The address of the page; undefined where it cannot be opened by it. */
  url: URL | undefined;
}

/** The parts of a page's frame that say whose application it is, and link to more: properties of a Layout. */
export function gatewayFrame({ settings = {}, language, url }: FrameOptions) {
  const { APP_NAME, APP_LOGO, ACCENT_COLOR = '', PRIVACY_URL, SUPPORT_URL } = settings;
  const shown = url && new URL(url);
  // An attacker may have written these texts, and our links must not contain a token.
  for (const text of ['message', 'error_description', signInParameter, 'id_token_hint'])
    shown?.searchParams.delete(text);
  const isNamed = APP_NAME !== undefined || APP_LOGO !== undefined;
  return {
    bar: (
      <>
        {isNamed && <Brand name={APP_NAME} logo={APP_LOGO} />}
        {shown !== undefined && <OtherLanguageLink language={language} url={shown} />}
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
