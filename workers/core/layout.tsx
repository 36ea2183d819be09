import type { ComponentChildren } from 'preact';
import type { Language } from './language.ts';
import { style } from './style.ts';

interface LayoutProps {
  language: Language;
  title: string;
  /** Of the page's Content-Security-Policy. */
  nonce: string;
  /** Seconds after which the page loads itself again, for pages that wait. */
  refresh?: number;
  /** Source of a small script; the page must work without it. */
  script?: string;
  children: ComponentChildren;
}

/** The frame of every page: one style sheet, one column, readable on a small phone. */
export function Layout({ language, title, nonce, refresh, script, children }: LayoutProps) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {refresh !== undefined && <meta http-equiv="refresh" content={String(refresh)} />}
        <title>{title}</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>{children}</main>
        {script !== undefined && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}
