import type { Language } from '../../core/http/language.ts';
import { renderedOnce } from '../../pages/rendered-once.ts';

/** The label of each language's switch, in the other language. */
const others = { ko: { lang: 'en', name: 'English' }, en: { lang: 'ko', name: '한국어' } };

interface OtherLanguageProps {
  language: Language;
  /** The form that it sends, where it stands outside of it, and where to. */
  form?: string;
  formaction?: string;
}

export const OtherLanguage = renderedOnce(({ language, form, formaction }: OtherLanguageProps) => {
  const { lang, name } = others[language];
  const sent = form !== undefined && { form, formaction, formnovalidate: true };
  return (
    <button type="submit" name="language" value={lang} lang={lang} {...sent}>
      {name}
    </button>
  );
});
