import { isSameOrigin } from '../../../workers/core/http/own-origin.ts';
import { homeLink, messagePage } from '../web/failure-page.ts';
import { returnAddress } from '../web/sign-in-flow.ts';
import { redirect, sendResponse, toRequest } from './node-messages.ts';
import type { SessionStore } from './session-store.ts';
import type { Answer } from './sign-in-handlers.ts';

const foreignRequest = {
  ko: '다른 사이트에서 보낸 로그아웃 요청은 처리하지 않습니다.',
  en: 'Sign-out requests from other sites aren’t accepted.',
};

/**
 * Returns the handler of `POST /logout`. It accepts only requests from the website's own pages, so that another
 * site can't sign a user out. @param page the URL of the website's callback.
 */
export function signOutHandler(page: URL, store: SessionStore): Answer {
  return async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { Allow: 'POST' }).end();
      return;
    }
    const sent = toRequest(request, page);
    if (!isSameOrigin(sent, page.origin)) {
      const headers = new Headers({ 'Cache-Control': 'no-store' });
      return sendResponse(response, messagePage(403, foreignRequest, headers, homeLink(page.origin)));
    }
    await store.clear(request, response);
    const { searchParams } = new URL(sent.url);
    redirect(response, returnAddress(searchParams, page.origin));
  };
}
