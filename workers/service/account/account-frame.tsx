import type { Language } from '../../core/http/language.ts';
import { readRememberedLanguage } from '../../core/http/remembered-language.ts';
import type { ErrorContext } from '../../core/worker/endpoint.ts';
import { compactCss } from '../../pages/compact-css.ts';
import { formStyle } from '../../pages/form-style.ts';
import type { Child } from '../../pages/jsx-runtime.ts';
import { LanguageSwitchButton } from '../../pages/language-switch.tsx';
import { Layout } from '../../pages/layout.tsx';
import { page } from '../../pages/page.ts';
import { type Operator, operatorFrame } from '../pages/operator-frame.tsx';

/** Properties of every account page: language and operator. */
export interface Frame {
  language: Language;
  operator: Operator;
  /** Id of a failed request. */
  requestId?: string;
}

/**
 * Returns the page properties for a request. The language is the one that the user chose on a page of this host,
 * otherwise the browser's.
 */
export const frameOf = ({
  request,
  language,
  env = {},
}: Pick<ErrorContext<Operator>, 'request' | 'language' | 'env'>): Frame => ({
  language: readRememberedLanguage(request) ?? language,
  operator: env,
});

/**
 * Styles of the account pages. Names are above their values, and each device is next to the button that ends its
 * automatic login. Both layouts fit a small phone.
 */
const style = `${formStyle}${compactCss(`
.facts { grid-template-columns: 1fr; gap: 0; } .facts dt { font-size: .875rem; } .facts dd { margin: 0 0 var(--s2); font-weight: 400; }
.device, .sign-ins li { display: flex; flex-wrap: wrap; gap: .125rem var(--s4); align-items: center; justify-content: space-between; padding: var(--s3) 0; border-top: 1px solid var(--line); }
.device p { flex: 1 1 9rem; margin: 0; } .device .hint { display: block; margin: 0; } .device + p { margin-top: var(--s4); }
.sign-ins { list-style: none; margin: 0; padding: 0; } .sign-ins .hint { flex-basis: 100%; margin: 0; } .time { color: var(--soft); font-size: var(--small); }
.sign-ins + form { border-top: 1px solid var(--line); } .sign-ins + form .hint { margin: var(--s4) 0; }
mark { padding: 0 var(--s2); border-radius: 1rem; background: var(--tint); color: var(--accent-deep); }`)}`;

interface PageOptions {
  title: string;
  status?: number;
  headers?: Record<string, string>;
}

/** Renders an account page in the frame of the sign-in pages. */
export function accountPage(
  { language, operator, requestId }: Frame,
  { title, status = 200, headers = {} }: PageOptions,
  content: Child,
): Response {
  const frame = operatorFrame({
    operator,
    language,
    ownStyle: style,
    otherLanguage: (
      <form method="post" action="/account/language">
        <LanguageSwitchButton language={language} />
      </form>
    ),
  });
  return page(
    (nonce) => (
      <Layout {...{ language, title, nonce }} supportCode={requestId} {...frame}>
        {content}
      </Layout>
    ),
    { status, headers },
  );
}
