import { PlidUnavailable } from '../client/errors.ts';
import type { FailedSignIn, FailureText } from './outcomes.ts';

interface Link extends FailureText {
  href: string;
}

/**
 * Returns the default answer to a failed sign-in: a page in both languages, or JSON if the caller accepts only that.
 */
export function failurePage(failure: FailedSignIn, request: Request): Response {
  const { error, status, text, type, returnTo } = failure;
  const headers = new Headers({
    'Cache-Control': 'no-store',
    // The page sends no referrer, because its URL may contain an authorization code.
    'Referrer-Policy': 'no-referrer',
  });
  if (error instanceof PlidUnavailable && error.retryAfter !== undefined)
    headers.set('Retry-After', String(error.retryAfter));
  const accepted = request.headers.get('Accept') ?? '';
  if (/\bapplication\/json\b/i.test(accepted) && !/\btext\/html\b/i.test(accepted))
    return Response.json({ error: type, message: text.en }, { status, headers });
  // Another try of a user who is too young would fail too.
  const isFinal = type === 'under_age';
  const retry = { href: returnTo, ko: '다시 시도', en: 'Try again' };
  return messagePage(status, text, headers, isFinal ? homeLink(new URL(returnTo).origin) : retry);
}

/** Returns a link to the website's first page. */
export const homeLink = (origin: string): Link => ({ href: `${origin}/`, ko: '처음으로', en: 'Home' });

/** Returns a plain page with a text in both languages. @param link to continue. */
export function messagePage(status: number, { ko, en }: FailureText, headers: Headers, link: Link): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  const body = `<!doctype html>
<html lang="ko">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(ko)}</title>
<main>
<p role="alert">${escaped(ko)}</p>
<p lang="en">${escaped(en)}</p>
<p><a href="${escaped(link.href)}">${link.ko} <span lang="en">${link.en}</span></a></p>
</main>
</html>
`;
  return new Response(body, { status, headers });
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
