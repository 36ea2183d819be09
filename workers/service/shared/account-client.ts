import type { Language } from '../../core/http/language.ts';
import type { Texts } from '../../core/protocol/texts.ts';
import type { Application } from './applications.ts';

/**
 * The service's own pages for a person, `/account`, are a client of the sign-in like any application, so that its steps are
 * the same. They are built in instead of registered: they have no secret, no other address, and are given no attribute.
 * A sign-in there needs no consent and is never automatic.
 */
export const accountClientId = 'plidAccountPages0000';

/** The cookie of a session there. */
export const accountCookie = 'plid-account';

/** The path of these pages. */
export const accountPath = '/account';

/** The path to which the sign-in leads back. */
export const signedInPath = `${accountPath}/signed-in`;

const name: Texts = { en: 'Connected services', ko: '연결된 서비스 관리' };

/** @param origin of the service. */
export const accountClient = (origin: string, language: Language): Application => ({
  client_id: accountClientId,
  version: 0,
  name: name[language],
  redirect_uris: [`${origin}${signedInPath}`],
  attributes: [],
  reads: 'many',
  success: 'success',
  minimum_age: 0,
  secrets: [],
  created: 0,
});
