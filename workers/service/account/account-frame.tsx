import type { ComponentChildren } from 'preact';
import type { Language } from '../../core/http/language.ts';
import { readRememberedLanguage } from '../../core/http/remembered-language.ts';
import { Layout } from '../../core/pages/layout.tsx';
import { page } from '../../core/pages/page.ts';
import type { AccountContext } from './account-settings.ts';
import { words } from './account-words.ts';

/** The language that the person chose on a page of this host, else what their browser asks for. */
export const pageLanguage = ({ request, language }: Pick<AccountContext, 'request' | 'language'>): Language =>
  readRememberedLanguage(request) ?? language;

interface FrameOptions {
  language: Language;
  title: string;
  status?: number;
  headers?: Record<string, string>;
  /** Of a request that has failed. */
  requestId?: string;
}

/** A page of these, with the choice of language. */
export function accountPage(
  { language, title, status = 200, headers = {}, requestId }: FrameOptions,
  content: ComponentChildren,
): Response {
  const bar = (
    <>
      <span class="brand">{words[language].brand}</span>
      <LanguageForm language={language} />
    </>
  );
  return page((nonce) => <Layout {...{ language, title, nonce, bar, requestId }}>{content}</Layout>, {
    status,
    headers,
  });
}

function LanguageForm({ language }: { language: Language }) {
  const other = language === 'ko' ? 'en' : 'ko';
  return (
    <form method="post" action="/account/language">
      <button type="submit" name="language" value={other} lang={other} class="button-quiet small">
        {words[language].otherLanguage}
      </button>
    </form>
  );
}
