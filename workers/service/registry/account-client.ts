import type { Language } from '../../core/http/language.ts';
import type { Texts } from '../../core/protocol/texts.ts';
import type { Application } from './applications.ts';

/**
 * The client of the service's account pages at `/account`, which use the sign-in like any application. The client
 * is built in instead of registered. It has no client secret, only one redirect URI, and gets no attributes.
 * Signing in to the account pages needs no consent and is never automatic.
 */
export const accountClientId = 'plidAccountPages0000';

/** Session cookie of the account pages. */
export const accountCookie = 'plid-account';

/** Path of the account pages. */
export const accountPath = '/account';

/** Redirect path of the account pages. */
export const accountCallbackPath = `${accountPath}/signed-in`;

const name: Texts = { en: 'Connected services', ko: '연결된 서비스 관리' };

/** Returns the client of the account pages. @param origin the service's origin. */
export const accountClient = (origin: string, language: Language): Application => ({
  client_id: accountClientId,
  version: 0,
  name: name[language],
  redirect_uris: [`${origin}${accountCallbackPath}`],
  attributes: [],
  optional: [],
  reads: 'many',
  success: 'success',
  minimum_age: 0,
  age_required: false,
  recipient: '',
  purpose: '',
  purpose_en: '',
  retention: '',
  retention_en: '',
  guardian_consent: '',
  privacy_url: '',
  support_url: '',
  events: '',
  logo: '',
  popup: false,
  iss: false,
  pkce: 'optional',
  par: 'optional',
  login_facts: false,
  openid: '',
  id_token_claims: false,
  openid_automatic: false,
  openid_logout: '',
  post_logout_redirect_uris: [],
  passkeys: false,
  secrets: [],
  created: 0,
});
