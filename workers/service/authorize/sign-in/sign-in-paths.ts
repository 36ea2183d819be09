import { redirect } from '../../../core/http/redirect.ts';

const root = '/oauth2/authorize';

const pageNames = ['sign-in', 'wait', 'consent'] as const;
export type PageName = (typeof pageNames)[number];

export const isPageName = (text: string): text is PageName => (pageNames as readonly string[]).includes(text);

/** The path of a page of a sign-in, or one that its script asks. @param flow the sign-in's id. */
export const pathOf = (page: PageName | 'status' | 'waiting' | 'codes', flow: string): string =>
  `${root}/${page}?flow=${flow}`;

/** The path of the authorization request (§4.1). */
export const authorizationPath = root;

/** The paths of the forms. */
export const actions = {
  signIn: `${root}/sign-in`,
  remembered: `${root}/remembered`,
  start: `${root}/start`,
  again: `${root}/again`,
  consent: `${root}/consent`,
  cancel: `${root}/cancel`,
  language: `${root}/language`,
  longer: `${root}/longer`,
};

/** A redirect within the sign-in. 303: what follows is fetched with GET, and no form is ever sent twice. */
export function seeOther(path: string, cookies: readonly string[] = []): Response {
  return redirect(303, path, cookies);
}
