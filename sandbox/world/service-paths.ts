import { servicePathsHost } from '../../packages/plid/command/local-addresses.ts';
import type { WorldEnv } from './world-env.ts';

/** Paths that a deployment serves only at the service's host, or not at all. */
const rooms = /^\/(?:account|docs|healthz|\.well-known\/security\.txt)/;
/**
 * Whether the paths in {@link rooms} belong to the developer's own application if they are requested at this URL's
 * host.
 */
const yieldsAt = ({ hostname }: URL, { APPLICATION_URL }: Pick<WorldEnv, 'APPLICATION_URL'>): boolean =>
  APPLICATION_URL !== undefined && hostname !== servicePathsHost;

/** Whether the developer's own application (`--application`) handles a path that plid usually handles. */
export const belongsToApplication = (url: URL, env: Pick<WorldEnv, 'APPLICATION_URL'>): boolean =>
  yieldsAt(url, env) && rooms.test(url.pathname);

/** Rewrites a page's links to the paths in {@link rooms}, so that they lead to the service's host name. */
export function rewriteServiceLinks(
  answer: Response,
  url: URL,
  env: Pick<WorldEnv, 'APPLICATION_URL'>,
): Response {
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html') === true;
  if (!isPage || !yieldsAt(url, env)) return answer;
  return new HTMLRewriter()
    .on('a[href^="/"]', {
      element(link) {
        const href = link.getAttribute('href') ?? '';
        if (!rooms.test(href)) return;
        const target = new URL(href, url);
        target.hostname = servicePathsHost;
        link.setAttribute('href', target.href);
      },
    })
    .transform(answer);
}
