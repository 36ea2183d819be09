import type { WorldEnv } from './world-env.ts';

/** The paths that a deployment has only at the host of the service, or not at all. */
const rooms = /^\/(?:account|docs|healthz|\.well-known\/security\.txt)/;
/** The name of this machine at which the application is. */
const applicationHost = 'localhost';
/** The name at which these rooms are beside it, as they are at the host of the service once deployed. */
export const servicePathsHost = '127.0.0.1';

/** Whether the paths of {@link rooms} are those of an application of the developer's own at this address. */
const yieldsAt = ({ hostname }: URL, { APPLICATION_URL }: Pick<WorldEnv, 'APPLICATION_URL'>): boolean =>
  APPLICATION_URL !== undefined && hostname === applicationHost;

/** Whether a path that is plid's elsewhere belongs to the developer's own application (`--application`). */
export const belongsToApplication = (url: URL, env: Pick<WorldEnv, 'APPLICATION_URL'>): boolean =>
  yieldsAt(url, env) && rooms.test(url.pathname);

/** Lets the links of a page to these rooms lead to where they are. */
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
