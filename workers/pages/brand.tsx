import type { Language } from '../core/http/language.ts';
import { Icon } from './icon.tsx';
import { PageLink } from './page-link.tsx';
import { renderOnce } from './render-once.ts';

/** The parts of a page that identify its operator: name, logo, and links. All of them are settings. */

interface BrandProps {
  name: string | undefined;
  /** A `data:` URL. */
  logo: string | undefined;
}

export const Brand = renderOnce(({ name, logo }: BrandProps) => (
  <span class="brand">
    {logo === undefined ? <PhoneIcon /> : <img src={logo} alt="" />}
    {name}
  </span>
));

/** A phone with a check mark. */
export const PhoneIcon = () => <Icon name="phone" />;

const words = {
  en: { privacyNotice: 'Privacy', support: 'Help' },
  ko: { privacyNotice: '개인정보 처리방침', support: '고객센터' },
};

interface LinksProps {
  language: Language;
  privacy: string | undefined;
  support: string | undefined;
  /** See {@link PageLink}. */
  newWindow?: string | undefined;
}

export const BrandLinks = renderOnce(({ language, privacy, support, newWindow }: LinksProps) => {
  const { privacyNotice, support: help } = words[language];
  return (
    <>
      {privacy !== undefined && <PageLink href={privacy} label={privacyNotice} newWindow={newWindow} />}
      {support !== undefined && <PageLink href={support} label={help} newWindow={newWindow} />}
    </>
  );
});
