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
  /** Whether a script is signing in on the page next to this one. The navigation is then omitted. */
  isRunning: boolean;
}

interface FrameProps extends PageProps {
  title: string;
  /** Seconds. */
  refresh?: number;
  script?: string;
  /** Styles that only some pages need. */
  ownStyle?: string;
  /** The list of other phones, for a phone that is shown next to another page. */
  others?: Child;
  children: Child;
}

/**
 * The ground on which a phone next to another page lies, and little room above it. In a high window, sizes follow its
 * height, so that the whole request is in view. `others` is the menu of the other phones.
 */
const framedStyle = compactCss(`
@media (min-height: 30rem) { :root { font-size: clamp(78%, 1.8vh, 100%); } }
body.wide { --page: var(--fill); }
.wide main { padding-top: 0; padding-bottom: var(--s4); }
main:first-child { padding-top: var(--s2); }
h1 { font-size: var(--body); text-align: center; }
h1 + .columns { margin-top: 0; }
.columns > .phone { margin: 0 auto; }
.others { position: relative; }
.others[open] { margin: 0; }
.others .menu { position: absolute; z-index: 1; top: 100%; width: calc(100vw - 2 * min(1.25rem, 5vw)); max-height: calc(100vh - 4rem); overflow-y: auto; }
`);

/** Frame of the sandbox's pages: the navigation, and the language switch. */
export function Frame({ title, refresh, script, ownStyle = '', others, children, ...props }: FrameProps) {
  const { url, language, words, nonce, framed, isRunning } = props;
  const framedBar = isRunning ? undefined : <FramedBar {...{ words, others }} />;
  const bar = framed ? framedBar : <Bar {...{ url, language, words }} />;
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

/** The navigation of a phone that is shown next to another page: the other phones, and a button to close it. */
function FramedBar({ words, others }: Pick<PageProps, 'words'> & Pick<FrameProps, 'others'>) {
  return (
    <>
      <nav aria-label={words('nav_label')} class="ways">
        {others === undefined ? (
          <a href="/sandbox">{words('phones_all')}</a>
        ) : (
          <details class="others">
            <summary>{words('phones_other')}</summary>
            {others}
          </details>
        )}
      </nav>
      <form method="post" action="/sandbox/side-by-side/close" target="_top">
        <button type="submit" class="button-quiet small">
          {words('beside_close')}
        </button>
      </form>
    </>
  );
}
