import type { Language } from '../../../core/http/language.ts';

const root = '/oauth2/authorize';

/** The pages of a sign-in. */
const pageNames = ['sign-in', 'wait', 'consent'] as const;
export type PageName = (typeof pageNames)[number];

export const isPageName = (text: string): text is PageName => (pageNames as readonly string[]).includes(text);

/** The path of a page of a sign-in, or the one that its script asks. @param flow the sign-in's id. */
export const pathOf = (page: PageName | 'status', flow: string): string => `${root}/${page}?flow=${flow}`;

/** Where to see a page in another language. */
export const languagePath = (page: PageName, flow: string, language: Language): string =>
  `${root}/language?flow=${flow}&page=${page}&language=${language}`;

/** Where the authorization request arrives (§4.1). */
export const authorizationPath = root;

/** Where the forms go. */
export const actions = { signIn: `${root}/sign-in`, consent: `${root}/consent`, cancel: `${root}/cancel` };
