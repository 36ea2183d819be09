import type { Language } from '../../workers/core/http/language.ts';
import { compactCss } from '../../workers/pages/compact-css.ts';
import type { Child } from '../../workers/pages/jsx-runtime.ts';
import { LanguageSwitchLink } from '../../workers/pages/language-switch.tsx';
import { Layout } from '../../workers/pages/layout.tsx';
import { style, toolStyle } from '../pages/sandbox-style.ts';
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

const ownStyle = compactCss(`
.hero .button { font-size: var(--large); min-height: 3.5rem; }
.known { margin: 0; }
.known div { display: flex; flex-wrap: wrap; gap: 0 var(--s4); align-items: baseline; justify-content: space-between; padding: var(--s2) 0; border-top: 1px solid var(--line); }
.known dt { color: var(--soft); font-size: var(--small); } .known dd { margin: 0; font-weight: 600; }
.wire li::before { margin-top: .5625rem; } .wire details { flex: 1; min-width: 0; margin: 0; } .wire summary { justify-content: space-between; padding: 0; }
.wire h3 { margin: 0 0 var(--s1); font-size: .875rem; color: var(--soft); }
.shop-actions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: var(--s2); max-width: 44rem; }
.shop-actions form { display: grid; } .shop-actions .hint { grid-column: 1 / -1; margin: 0; }
`);

export function DemoFrame({ url, language, words, nonce, hasSandbox, children }: DemoFrameProps) {
  return (
    <Layout
      {...{ language, nonce }}
      title={words('shop')}
      ownStyle={style + toolStyle + ownStyle}
      wide
      bar={
        <>
          <span class="brand">
            <ShopIcon />
            {words('shop')}
          </span>
          {hasSandbox && (
            <nav aria-label={words('nav_label')} class="ways">
              <a href="/sandbox">{words('nav_sandbox')}</a>
            </nav>
          )}
          <LanguageSwitchLink url={url} language={language} />
        </>
      }
    >
      {children}
    </Layout>
  );
}

/** A shopping bag. */
const ShopIcon = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <path
      d="M5 8h14l1.5 13h-17zM8.5 11V6.5a3.5 3.5 0 0 1 7 0V11"
      stroke-linejoin="round"
      stroke-linecap="round"
    />
  </svg>
);
