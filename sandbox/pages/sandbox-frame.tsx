import type { Language } from '../../workers/core/http/language.ts';
import { Brand } from '../../workers/pages/brand.tsx';
import { compactCss } from '../../workers/pages/compact-css.ts';
import type { Child } from '../../workers/pages/jsx-runtime.ts';
import { LanguageSwitchLink } from '../../workers/pages/language-switch.tsx';
import { Layout } from '../../workers/pages/layout.tsx';
import type { SandboxTexts } from '../texts/index.ts';
import { style } from './sandbox-style.ts';

/** The properties of every page of the sandbox. */
export interface PageProps {
  url: URL;
  language: Language;
  words: SandboxTexts;
  /** The nonce of the page's Content-Security-Policy. */
  nonce: string;
  /** Whether the page is shown next to another page, with little room. */
  framed: boolean;
}

interface FrameProps extends PageProps {
  title: string;
  /** Seconds. */
  refresh?: number;
  script?: string;
  /** Styles that only some pages need. */
  ownStyle?: string;
  children: Child;
}

/** The ground on which a phone next to another page lies, and little room above it. */
const framedStyle = compactCss(`
body.wide { --page: var(--fill); }
.wide main { padding-top: 0; }
h1 { font-size: var(--body); text-align: center; }
`);

/** Frame of the sandbox's pages: the navigation, and the language switch. */
export function Frame({ title, refresh, script, ownStyle = '', children, ...props }: FrameProps) {
  const { url, language, words, nonce, framed } = props;
  const bar = framed ? <FramedBar words={words} /> : <Bar {...{ url, language, words }} />;
  return (
    <Layout
      {...{ language, nonce, refresh, script }}
      title={`${title} · ${words('sandbox')}`}
      ownStyle={style + ownStyle + (framed ? framedStyle : '')}
      wide
      bar={bar}
    >
      {children}
    </Layout>
  );
}

/** The pages of the navigation, from the shortest path to the longest, so that the last match is a page's tab. */
const tabs = [
  ['/', 'nav_demo'],
  ['/sandbox', 'nav_phones'],
  ['/sandbox/subscribers', 'nav_subscribers'],
  ['/sandbox/relay', 'nav_relay'],
  ['/sandbox/faults', 'nav_faults'],
] as const;

/** Returns the tab of a page, which may be below the tab's own page. */
const tabOf = ({ pathname }: URL) =>
  tabs.findLast(([href]) => pathname === href || pathname.startsWith(`${href}/`))?.[0];

function Bar({ url, language, words }: Pick<PageProps, 'url' | 'language' | 'words'>) {
  const current = tabOf(url);
  return (
    <>
      <Brand name={words('sandbox')} logo={undefined} />
      <LanguageSwitchLink url={url} language={language} />
      <nav aria-label={words('nav_label')} class="ways tabs">
        {tabs.map(([href, text]) => (
          <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
            {words(text)}
          </a>
        ))}
      </nav>
    </>
  );
}

/**
 * The navigation of a phone that is shown next to another page. Its links lead to the other phones and close the
 * phone.
 */
function FramedBar({ words }: Pick<PageProps, 'words'>) {
  return (
    <>
      <nav aria-label={words('nav_label')} class="ways">
        <a href="/sandbox">{words('phones_all')}</a>
      </nav>
      <form method="post" action="/sandbox/side-by-side/close" target="_top">
        <button type="submit" class="button-quiet small">
          {words('beside_close')}
        </button>
      </form>
    </>
  );
}
