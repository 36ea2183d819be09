import { isSameOrigin } from '../../../workers/core/http/own-origin.ts';
import { redirectTo } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { homeLink, messagePage } from './failure-page.ts';
import type { SessionKeeper } from './session.ts';
import { returnAddress } from './site-paths.ts';

const foreignRequest = {
  ko: '다른 사이트에서 보낸 로그아웃 요청은 처리하지 않습니다.',
  en: 'Sign-out requests from other sites aren’t accepted.',
};

/**
 * Signs the user out, and continues to `return_to`. It accepts only POST from the website's own pages, so that another
 * site can't sign a user out. @param page the URL of the website's callback.
 */
export async function signOut<Source, Context extends unknown[]>(
  exchange: Exchange<Source, Context>,
  keeper: SessionKeeper<Source, Context>,
  { origin }: URL,
): Promise<Response> {
  const { request } = exchange;
  const headers = { 'Cache-Control': 'no-store' };
  if (request.method !== 'POST')
    return new Response(null, { status: 405, headers: { ...headers, Allow: 'POST' } });
  if (!isSameOrigin(request, origin))
    return messagePage({ status: 403, text: foreignRequest, steps: [homeLink(origin)] }, request, headers);
  await keeper.clear(exchange);
  return redirectTo(returnAddress(new URL(request.url).searchParams, origin));
}
