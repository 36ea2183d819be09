import { type Language, languages } from '../../workers/core/http/language.ts';
import { pathInLanguage } from '../../workers/core/http/page-language-choice.ts';
import type { Child } from '../../workers/pages/jsx-runtime.ts';
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
  children: Child;
}

/** Frame of the sandbox's pages: the navigation, and the language switch. */
export function Frame({ title, refresh, script, children, ...props }: FrameProps) {
  const { url, language, words, nonce, framed } = props;
  const bar = framed ? <FramedBar {...props} /> : <Bar {...{ url, language, words }} />;
  return (
    <Layout
      {...{ language, nonce, refresh, script }}
      title={`${title} · ${words('sandbox')}`}
      ownStyle={style}
      wide
      bar={bar}
    >
      {children}
    </Layout>
  );
}

function Bar({ url, language, words }: Pick<PageProps, 'url' | 'language' | 'words'>) {
  return (
    <>
      <strong class="brand">{words('sandbox')}</strong>
      <LanguageChoice url={url} language={language} label={words('language_label')} />
      <nav aria-label={words('nav_label')} class="ways main">
        <Way href="/" text={words('nav_demo')} url={url} />
        <Way href="/sandbox" text={words('nav_phones')} url={url} />
        <Way href="/sandbox/subscribers" text={words('nav_subscribers')} url={url} />
        <Way href="/sandbox/relay" text={words('nav_relay')} url={url} />
        <Way href="/sandbox/faults" text={words('nav_faults')} url={url} />
      </nav>
    </>
  );
}

/**
 * The navigation of a phone that is shown next to another page. Its links lead to the other phones and close the
 * phone.
 */
function FramedBar({ url, words }: Pick<PageProps, 'url' | 'words'>) {
  return (
    <>
      <nav aria-label={words('nav_label')} class="ways">
        <Way href="/sandbox" text={words('phones_all')} url={url} />
      </nav>
      <form method="post" action="/sandbox/side-by-side/close" target="_top">
        <button type="submit" class="button-quiet small">
          {words('beside_close')}
        </button>
      </form>
    </>
  );
}

function Way({ href, text, url }: { href: string; text: string; url: URL }) {
  return (
    <a href={href} aria-current={url.pathname === href ? 'page' : undefined}>
      {text}
    </a>
  );
}

/** Each language's own name. */
const ownNames: Record<Language, string> = { ko: '한국어', en: 'English' };

export function LanguageChoice({ url, language, label }: { url: URL; language: Language; label: string }) {
  return (
    <nav aria-label={label} class="ways">
      {languages.map((choice) => (
        <a
          key={choice}
          href={pathInLanguage(url, choice)}
          lang={choice}
          hreflang={choice}
          aria-current={choice === language ? 'true' : undefined}
        >
          {ownNames[choice]}
        </a>
      ))}
    </nav>
  );
}
