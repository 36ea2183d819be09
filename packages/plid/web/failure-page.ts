import { iconLines } from '../../../workers/core/http/icon-lines.ts';
import { type Language, languages, negotiateLanguage } from '../../../workers/core/http/language.ts';
import { readSignInName, signInParameter } from '../../../workers/core/protocol/sign-in-header.ts';
import { supportCode } from '../../../workers/core/protocol/support-code.ts';
import { PlidRefusal, PlidUnavailable } from '../client/errors.ts';
import { redirectTo } from './answers.ts';
import type { FailedSignIn, FailureText, FailureType } from './outcomes.ts';
import { pageStyle } from './page-style.ts';

interface Link extends FailureText {
  href: string;
}

interface Message {
  status: number;
  /** Default: `failed`. */
  icon?: keyof typeof iconLines | undefined;
  /** The first sentence becomes the page's title. */
  text: FailureText;
  /** The next steps. The first one is the primary button. */
  steps: readonly Link[];
  /** The ID by whose code the service's operator finds the sign-in. */
  failedId?: string | undefined;
}

const icons: Partial<Record<FailureType, keyof typeof iconLines>> = {
  cancelled: 'denied',
  denied: 'denied',
  expired: 'expired',
  no_app: 'phone',
  under_age: 'info',
  not_connected: 'info',
};

/**
 * Returns the default answer to a failed sign-in: a page, or JSON if the caller accepts only that. A user who
 * cancelled on the service's page returns to the page that they came from.
 */
export function failureAnswer(failure: FailedSignIn, request: Request): Response {
  const { error, status, text, type, returnTo, required, retry } = failure;
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  if (error instanceof PlidUnavailable && error.retryAfter !== undefined)
    headers['Retry-After'] = String(error.retryAfter);
  if (!prefersPage(request)) return Response.json({ error: type, message: text.en }, { status, headers });
  const isCancelled = error instanceof PlidRefusal && error.plidReason === 'cancelled';
  if (isCancelled && !required) return redirectTo(returnTo);
  const again = retry === undefined ? [] : [{ href: retry, ko: '다시 로그인하기', en: 'Sign in again' }];
  const back = required ? homeLink(new URL(returnTo).origin) : { href: returnTo, ko: '돌아가기', en: 'Back' };
  const name = readSignInName(new URL(request.url).searchParams.get(signInParameter));
  return messagePage(
    { status, icon: icons[type], text, steps: [...again, back], failedId: name ?? error.requestId },
    request,
    headers,
  );
}

/** Returns a link to the website's first page. */
export const homeLink = (origin: string): Link => ({ href: `${origin}/`, ko: '처음으로', en: 'Home' });

const supportCodeTexts: FailureText = { ko: '문의 코드', en: 'Support code' };

/** Returns a page with a text and the next steps, in the language of the service's pages or else of the browser. */
export function messagePage(
  { status, icon = 'failed', text, steps, failedId }: Message,
  request: Request,
  headers: Record<string, string>,
): Response {
  const language = languageOf(request);
  const [title, rest] = sentences(text[language]);
  const nonce = crypto.randomUUID();
  const links = steps.map((link) => `<a href="${escaped(link.href)}">${escaped(link[language])}</a>`);
  const code = `<small>${supportCodeTexts[language]} <code>${escaped(supportCode(failedId ?? ''))}</code></small>\n`;
  const body = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${pageStyle}</style>
<main>
<svg class="${icon}" viewBox="0 0 24 24" aria-hidden="true"><path d="${iconLines[icon]}"/></svg>
<h1>${escaped(title)}</h1>
${rest && `<p>${escaped(rest)}</p>\n`}<div>
${links.join('\n')}
</div>
${failedId === undefined ? '' : code}</main>
</html>
`;
  return new Response(body, {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
      // The page sends no referrer, because its URL may contain an authorization code.
      'Referrer-Policy': 'no-referrer',
    },
  });
}

const prefersPage = ({ headers }: Request): boolean => {
  const accepted = headers.get('Accept') ?? '';
  return !/\bapplication\/json\b/i.test(accepted) || /\btext\/html\b/i.test(accepted);
};

/** The callback contains the language of the service's pages. */
function languageOf({ url, headers }: Request): Language {
  const asked = new URL(url).searchParams.get('ui_locales');
  return (
    languages.find((language) => language === asked) ?? negotiateLanguage(headers.get('Accept-Language'))
  );
}

/** Splits a text after its first sentence, whose period a title doesn't have. */
function sentences(text: string): [first: string, rest: string] {
  const [, first = text, rest = ''] = /^(.+?[.!?])(?:\s+(.+))?$/s.exec(text) ?? [];
  return [first.replace(/\.$/, ''), rest];
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
