import type { Language } from '../../../core/http/language.ts';
import { readRememberedLanguage } from '../../../core/http/remembered-language.ts';
import type { ErrorContext } from '../../../core/worker/endpoint.ts';
import { blockStyle } from '../../../pages/block-style.ts';
import { compactCss } from '../../../pages/compact-css.ts';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { LanguageSwitchButton } from '../../../pages/language-switch.tsx';
import { Layout } from '../../../pages/layout.tsx';
import { page } from '../../../pages/page.ts';
import { type Operator, operatorFrame } from '../../pages/operator-frame.tsx';

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

/** Styles of the account pages, whose rows contain several lines and buttons. */
const style = `${blockStyle}${compactCss(`
main > h1 { padding-top: min(var(--s4), 1vw); }
.rows li { align-items: center; }
.facts dd { font-weight: 400; }
.rows p { flex: 1 1 9rem; margin: 0; } .rows .row { flex-basis: 100%; } .rows p:not(.row) .hint { display: block; }
.rows + p { margin-top: var(--s3); } .actions:has(> .small) { display: block; margin-top: var(--s4); } .actions > .small { width: auto; }`)}`;

interface PageOptions {
  title: string;
  /** Whether the page is an ending (pages/ending.tsx). */
  ends?: boolean;
  status?: number;
  headers?: Record<string, string>;
}

/** Renders an account page in the frame of the sign-in pages. */
export function accountPage(
  { language, operator, requestId }: Frame,
  { title, ends, status = 200, headers = {} }: PageOptions,
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
      <Layout {...{ language, title, nonce, ends }} failedId={requestId} {...frame}>
        {content}
      </Layout>
    ),
    { status, headers },
  );
}
