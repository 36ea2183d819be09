import type { Language } from '../core/http/language.ts';
import { inLanguage } from '../core/http/page-language-choice.ts';
import { renderOnce } from './render-once.ts';

/** The name of each language's switch, in the other language. */
const others = { ko: { lang: 'en', name: 'English' }, en: { lang: 'ko', name: '한국어' } } as const;

interface OtherLanguageProps {
  language: Language;
  /** The form that it sends, where it stands outside of it, and where to. */
  form?: string;
  formaction?: string;
}

/** The switch to the other language, as a button of a form. It stands in the page's bar. */
export const OtherLanguage = renderOnce(({ language, form, formaction }: OtherLanguageProps) => {
  const { lang } = others[language];
  const sent = form !== undefined && { form, formaction, formnovalidate: true };
  return (
    <button class="language" type="submit" name="language" value={lang} lang={lang} {...sent}>
      <Label language={language} />
    </button>
  );
});

/** The same as a link, where the page can be shown by its address. @param url of the page. */
export function OtherLanguageLink({ language, url }: { language: Language; url: URL }) {
  const { lang } = others[language];
  return (
    <a class="language" href={inLanguage(url, lang)} lang={lang} hreflang={lang}>
      <Label language={language} />
    </a>
  );
}

const Label = renderOnce(({ language }: { language: Language }) => (
  <>
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
      <path d="M3 12h18M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18c4.5 4.5 4.5 13.5 0 18-4.5-4.5-4.5-13.5 0-18" />
    </svg>
    {others[language].name}
  </>
));
