import type { Language } from '../../../core/http/language.ts';
import { PostButton } from '../../../pages/button.tsx';
import { accountTexts } from './account-texts.ts';

/** Explains who corrects the user's data, with a button that downloads the data of this page. */
export function DataDownload({ language }: { language: Language }) {
  const { data } = accountTexts[language];
  return (
    <section class="card" id="data">
      <h2>{data.title}</h2>
      <p>{data.correction}</p>
      <p class="hint">{data.downloadHint}</p>
      <PostButton action="/account/download" label={data.download} look="button-quiet small" />
    </section>
  );
}
