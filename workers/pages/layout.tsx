import type { Language } from '../core/http/language.ts';
import { endingStyle } from './ending-style.ts';
import type { Child } from './jsx-runtime.ts';
import { renderOnce } from './render-once.ts';
import { SupportCode } from './shown-support-code.tsx';
import { style } from './style.ts';

/**
 * The icon, which is a phone with a check mark. It is inline, because browsers would otherwise request
 * /favicon.ico.
 */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect x='4' y='1' width='16' height='22' rx='4' fill='%230a5663'/%3E%3Cpath d='m8 12 3 3 5-6' fill='none' stroke='%23fff' stroke-width='2.5'/%3E%3C/svg%3E";

interface LayoutProps {
  language: Language;
  title: string;
  /** Of the page's Content-Security-Policy. */
  nonce: string;
  /** Seconds until a waiting page reloads if scripts are off. */
  refresh?: number | undefined;
  /** A URL to which the page redirects immediately, without a script. */
  redirectTo?: string | undefined;
  /** The source of a small script. The page must also work without the script. */
  script?: string | undefined;
  /** Styles that this page adds to the style sheet. */
  ownStyle?: string | undefined;
  /** Wider layout for tools with several columns. */
  wide?: boolean | undefined;
  /** Whether the page is shown on a phone (core/http/device.ts). Scripts and styles read the class. */
  phone?: boolean | undefined;
  /** Whether the page is an ending (ending.tsx). */
  ends?: boolean | undefined;
  /** Content above the main content, such as the brand and the language switch. */
  bar?: Child;
  /** ID of the failed sign-in or request, whose code is in a small line below the content (shown-support-code.tsx). */
  failedId?: string | undefined;
  /** Below the content. */
  foot?: Child;
  children: Child;
}

/** Frame of every page: one style sheet and one column, readable on a small phone (classes: pages/style.ts). */
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
    phone,
    ends,
    bar,
    failedId,
    foot,
    children,
  } = props;
  return (
    <html lang={language}>
      <head>
        <Metadata />
        <title>{title}</title>
        <style
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: style + (ends ? endingStyle : '') + ownStyle }}
        />
        {redirectTo !== undefined && <meta http-equiv="refresh" content={`0;url=${redirectTo}`} />}
        {refresh !== undefined && <Refresh seconds={refresh} scripted={script !== undefined} />}
      </head>
      <body class={classesOf({ wide, phone, ends })}>
        {bar !== undefined && <header class="bar">{bar}</header>}
        <main>
          {children}
          {failedId !== undefined && <SupportCode language={language} id={failedId} />}
        </main>
        {foot !== undefined && <footer class="foot">{foot}</footer>}
        {script !== undefined && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}

/** Returns the names of the flags that are set, as classes. */
function classesOf(flags: Record<string, boolean | undefined>): string | undefined {
  const names = Object.keys(flags).filter((name) => flags[name]);
  return names.length > 0 ? names.join(' ') : undefined;
}

/** Elements in every page's head. */
const Metadata = renderOnce(() => (
  <>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="text-scale" content="scale" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#172026" media="(prefers-color-scheme: dark)" />
    <link rel="icon" href={icon} />
    {/* Overrides the policy no-referrer of the response. With that policy, older browsers would send `Origin: null` with this page's forms. */}
    <meta name="referrer" content="same-origin" />
  </>
));

/**
 * Reloads a page, but only if scripts are off. A page with a script updates itself and must not reload while the
 * user is typing.
 */
function Refresh({ seconds, scripted }: { seconds: number; scripted: boolean }) {
  const meta = <meta http-equiv="refresh" content={String(seconds)} />;
  return scripted ? <noscript>{meta}</noscript> : meta;
}
