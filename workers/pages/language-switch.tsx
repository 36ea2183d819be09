import type { Language } from '../core/http/language.ts';
import { pathInLanguage } from '../core/http/page-language-choice.ts';
import { Icon } from './icon.tsx';
import { renderOnce } from './render-once.ts';

/** Label of each language switch, in the other language. */
const otherLanguages = { ko: { lang: 'en', name: 'English' }, en: { lang: 'ko', name: '한국어' } } as const;

interface OtherLanguageProps {
  language: Language;
  /** The form's id and the target, if the button is outside the form. */
  form?: string;
  formaction?: string;
}

/** The language switch as a button of a form, in the page's top bar. */
export const LanguageSwitchButton = renderOnce(({ language, form, formaction }: OtherLanguageProps) => {
  const { lang } = otherLanguages[language];
  const sent = form !== undefined && { form, formaction, formnovalidate: true };
  return (
    <button class="language" type="submit" name="language" value={lang} lang={lang} {...sent}>
      <Label language={language} />
    </button>
  );
});

/** The language switch as a link, for pages that a GET can show. @param url of the page. */
export function LanguageSwitchLink({ language, url }: { language: Language; url: URL }) {
  const { lang } = otherLanguages[language];
  return (
    <a class="language" href={pathInLanguage(url, lang)} lang={lang} hreflang={lang}>
      <Label language={language} />
    </a>
  );
}

const Label = renderOnce(({ language }: { language: Language }) => (
  <>
    <Icon name="globe" />
    {otherLanguages[language].name}
  </>
));
