import type { Language } from '../core/http/language.ts';
import type { Child } from './jsx-runtime.ts';
import { renderOnce } from './render-once.ts';
import { RequestNote, SignInNote } from './request-note.tsx';
import { style } from './style.ts';

/** A phone with a tick. In the page itself: a browser would otherwise ask for /favicon.ico. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect x='4' y='1' width='16' height='22' rx='4' fill='%230b5c6b'/%3E%3Cpath d='m8 12 3 3 5-6' fill='none' stroke='%23fff' stroke-width='2.5'/%3E%3C/svg%3E";

interface LayoutProps {
  language: Language;
  title: string;
  /** Of the page's Content-Security-Policy. */
  nonce: string;
  /** Seconds after which the page loads itself again where scripts do not run, for pages that wait. */
  refresh?: number | undefined;
  /** An address that the page goes on to by itself, at once and without scripts. */
  redirectTo?: string | undefined;
  /** Source of a small script; the page must work without it. */
  script?: string | undefined;
  /** The styles that this page adds to the style sheet. */
  ownStyle?: string | undefined;
  /** Room for tools (several columns) instead of one column to read. */
  wide?: boolean | undefined;
  /** Above the content, such as whose page this is and the choice of language. */
  bar?: Child;
  /** Of the request that has failed: a small line below the content names it. */
  requestId?: string | undefined;
  /** Of the sign-in that the page belongs to: a small line at the end names it, too. */
  signInName?: string | undefined;
  /** Below the content. */
  foot?: Child;
  children: Child;
}

/** The frame of every page: one style sheet, one column, readable on a small phone (its classes: pages/style.ts). */
export function Layout(props: LayoutProps) {
  const {
    language,
    title,
    nonce,
    refresh,
    redirectTo,
    script,
    ownStyle = '',
    wide,
    bar,
    requestId,
    signInName,
    foot,
    children,
  } = props;
  return (
    <html lang={language}>
      <head>
        <Metadata />
        <title>{title}</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style + ownStyle }} />
        {redirectTo !== undefined && <meta http-equiv="refresh" content={`0;url=${redirectTo}`} />}
        {refresh !== undefined && <Refresh seconds={refresh} scripted={script !== undefined} />}
      </head>
      <body class={wide ? 'wide' : undefined}>
        {bar !== undefined && <header class="bar">{bar}</header>}
        <main>
          {children}
          {requestId !== undefined && <RequestNote {...{ language, requestId }} />}
        </main>
        {(foot !== undefined || signInName !== undefined) && (
          <footer class="foot">
            {foot}
            {signInName !== undefined && <SignInNote {...{ language, signInName }} />}
          </footer>
        )}
        {script !== undefined && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}

/** The elements that the head of every page has. */
const Metadata = renderOnce(() => (
  <>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="text-scale" content="scale" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#f3f5f7" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0e1418" media="(prefers-color-scheme: dark)" />
    <link rel="icon" href={icon} />
    {/* The answers' own no-referrer would make older browsers send `Origin: null` with this page's forms. */}
    <meta name="referrer" content="same-origin" />
  </>
));

/** A page with a script keeps itself up to date, and is not to be loaded again under the person's hands. */
function Refresh({ seconds, scripted }: { seconds: number; scripted: boolean }) {
  const meta = <meta http-equiv="refresh" content={String(seconds)} />;
  return scripted ? <noscript>{meta}</noscript> : meta;
}
