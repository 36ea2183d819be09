import type { Language } from '../../core/http/language.ts';
import { accountTexts } from './account-texts.ts';

/** Explains who corrects the user's data, with a button that downloads the data of this page. */
export function DataDownload({ language }: { language: Language }) {
  const { data } = accountTexts[language];
  return (
    <section class="card" id="data">
      <h2>{data.title}</h2>
      <p>{data.correction}</p>
      <form method="post" action="/account/download">
        <p class="hint">{data.downloadHint}</p>
        <button type="submit" class="button-quiet small">
          {data.download}
        </button>
      </form>
    </section>
  );
}
