import { redirect } from '../../../core/http/redirect.ts';

const root = '/oauth2/authorize';

const pageNames = ['sign-in', 'wait', 'consent'] as const;
export type PageName = (typeof pageNames)[number];

export const isPageName = (text: string): text is PageName => (pageNames as readonly string[]).includes(text);

/** Returns the path of a sign-in's page, or of a request from the page's script. @param flow ID of the sign-in. */
export const signInPagePath = (page: PageName | 'status' | 'waiting' | 'codes', flow: string): string =>
  `${root}/${page}?flow=${flow}`;

/** Returns the path of a method's own page (approval-method.ts). @param flow ID of the sign-in. */
export const methodPagePath = (page: string, flow: string): string => `${root}/${page}?flow=${flow}`;

/** Name of the waiting page's parameter for the secret that a carrier's app returns. */
export const returnParameter = 'returned';

/** Path of the authorization request (§4.1). */
export const authorizationPath = root;

/** Paths of the forms. */
export const formActionPaths = {
  signIn: `${root}/sign-in`,
  remembered: `${root}/remembered`,
  start: `${root}/start`,
  again: `${root}/again`,
  consent: `${root}/consent`,
  cancel: `${root}/cancel`,
  language: `${root}/language`,
  longer: `${root}/longer`,
};

/**
 * Returns a redirect within the sign-in. After a 303, the browser uses GET, so that reloading doesn't send a
 * form again.
 */
export function seeOther(path: string, cookies: readonly string[] = []): Response {
  return redirect(303, path, cookies);
}
