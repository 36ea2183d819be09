import type { Language } from '../core/http/language.ts';
import type { Child } from './jsx-runtime.ts';
import { Layout } from './layout.tsx';
import { page } from './page.ts';

const words = {
  en: {
    title: 'One moment',
    text: 'If this page does not go on by itself, press the button.',
    go: 'Continue',
  },
  ko: { title: '잠시만 기다려 주세요', text: '자동으로 넘어가지 않으면 버튼을 눌러 주세요.', go: '계속하기' },
};

/** Not `form.submit()`: a field may have that name. */
const submitForm = "HTMLFormElement.prototype.submit.call(document.querySelector('main form'))";

interface PostingPage {
  language: Language;
  /** The parts of a page's frame that name its operator: properties of a Layout. */
  frame: { bar: Child; foot: Child; ownStyle: string };
  /** The address that the form is posted to. It may redirect anywhere. */
  action: string;
  fields: Iterable<readonly [name: string, value: string]>;
  /** Set-Cookie values. */
  cookies?: readonly string[];
}

/** A page whose form posts itself, or by its button without scripts. */
export const postingPage = ({ language, frame, action, fields, cookies = [] }: PostingPage): Response => {
  const { title, text, go } = words[language];
  return page(
    (nonce) => (
      <Layout {...{ language, title, nonce }} {...frame} script={submitForm}>
        <form method="post" action={action} class="card">
          <h1>{title}</h1>
          <p>{text}</p>
          {[...fields].map(([name, value]) => (
            <input type="hidden" name={name} value={value} key={name} />
          ))}
          <p class="actions">
            <button type="submit" class="button">
              {go}
            </button>
          </p>
        </form>
      </Layout>
    ),
    { cookies, formsLeadAnywhere: true },
  );
};
