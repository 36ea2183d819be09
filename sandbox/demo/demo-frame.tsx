import type { Language } from '../../workers/core/http/language.ts';
import type { Child } from '../../workers/pages/jsx-runtime.ts';
import { Layout } from '../../workers/pages/layout.tsx';
import { LanguageChoice } from '../pages/sandbox-frame.tsx';
import { style } from '../pages/sandbox-style.ts';
import type { DemoTexts } from './demo-texts.ts';

interface DemoFrameProps {
  url: URL;
  language: Language;
  words: DemoTexts;
  /** The nonce of the page's Content-Security-Policy. */
  nonce: string;
  /** Whether the phones belong to the sandbox. */
  hasSandbox: boolean;
  children: Child;
}

const ownStyle = `
.hero .button { font-size: 1.125rem; min-height: 3.5rem; }
@media (max-width: 40rem) { .known .facts { grid-template-columns: 1fr; gap: 0; } .known dd { margin-bottom: .5rem; } }
.wire { padding-left: 1.25rem; }
.wire li { margin-bottom: .5rem; }
.wire details { margin: 0; }
.wire h3 { margin: 0 0 .25rem; font-size: .875rem; color: var(--soft); }
.wire pre { margin-bottom: .75rem; }
.shop-actions { display: flex; flex-wrap: wrap; gap: .625rem; align-items: center; }
`;

export function DemoFrame({ url, language, words, nonce, hasSandbox, children }: DemoFrameProps) {
  return (
    <Layout
      {...{ language, nonce }}
      title={words('shop')}
      ownStyle={style + ownStyle}
      wide
      bar={
        <>
          <strong class="brand">{words('shop')}</strong>
          {hasSandbox && (
            <nav aria-label={words('nav_label')} class="ways">
              <a href="/sandbox">{words('nav_sandbox')}</a>
            </nav>
          )}
          <LanguageChoice url={url} language={language} label={words('language_label')} />
        </>
      }
    >
      {children}
    </Layout>
  );
}
