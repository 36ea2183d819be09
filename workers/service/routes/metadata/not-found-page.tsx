import { prefersPage } from '../../../core/http/accept.ts';
import type { ErrorPage } from '../../../core/worker/endpoint.ts';
import type { Operator } from '../../pages/operator-frame.tsx';
import { refusalPage } from '../../pages/refusal-page.tsx';

const nothing = {
  en: {
    title: 'Page not found',
    text: 'Check the address. To sign in, go to the service that you want to use and start there.',
  },
  ko: {
    title: '페이지를 찾을 수 없습니다',
    text: '주소를 확인해 주세요. 로그인하려면 이용할 서비스에서 시작해 주세요.',
  },
};

/**
 * Returns whether a path belongs to an API for programs, including mistyped API paths. Errors at these paths are
 * always the JSON of §7, regardless of the Accept header.
 */
export const isForPrograms = (pathname: string): boolean =>
  /^\/(?:oauth2|v1|admin|\.well-known|healthz)(?:\/|$)/.test(pathname);

/** Shows browsers a page with a next step if the path is unknown. Programs get the JSON of §7. */
export const notFoundPage: ErrorPage<Operator> = (error, context) =>
  isForPrograms(context.url.pathname) || !prefersPage(context.request)
    ? undefined
    : refusalPage(error, context, nothing);
