import * as v from 'valibot';
import { type Attribute, attributes } from '../../workers/core/protocol/user-record.ts';
import { callbackAddress } from '../../workers/service/operator/applications/callback-address.ts';
import {
  type ConsentTerms,
  defaultFields,
  type FieldValues,
} from '../../workers/service/registry/application-fields.ts';
import {
  demoBank,
  demoLogo,
  demoPostLogoutUrl,
  demoRedirectUris,
  demoServiceRelyingParty,
  demoShop,
} from './demo-clients.ts';
import { privacyPath } from './privacy-notice.tsx';

export interface Seed extends FieldValues {
  client_id: string;
  client_secret: string;
}

/** Paths of the local gateway's callback and event receiver. */
export const callbackPath = '/auth/callback';
export const eventsPath = '/auth/events';

/** The setting `REDIRECT_URIS`. @throws {ProtocolError} `unacceptable_callback`. */
export const redirectUrisSetting = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.split(' ').filter((uri) => uri !== '')),
  v.array(callbackAddress),
);

/** The callback of a gateway that runs as a single Worker in its own project. */
const ofOwnGateway = `http://localhost:3000${callbackPath}`;
/** The callback paths that Auth.js, better-auth, and Spring Security use for a provider named `plid`. */
const ofFrameworks = [
  'http://localhost:3000/api/auth/callback/plid',
  'http://localhost:3000/api/auth/oauth2/callback/plid',
  'http://localhost:8080/login/oauth2/code/plid',
];
const bankAttributes: Attribute[] = ['ci', 'name'];

/** Returns the consent texts of a demo application. @param origin of the local environment. */
export const demoTerms = (recipient: string, origin: string): ConsentTerms => ({
  recipient,
  purpose: '회원 식별과 고객 문의 응대',
  purpose_en: 'Member identification and customer support',
  retention: '회원 탈퇴 후 30일까지',
  retention_en: 'Until 30 days after the membership ends',
  privacy_url: `${origin}${privacyPath}`,
  support_url: '',
  optional: [],
  guardian_consent: '',
});

/**
 * The applications of every local environment. They exist nowhere else, so their secrets are public.
 * @param given redirect URIs of the developer.
 */
export const demoApplications = (origin: string, given: readonly string[]): Seed[] =>
  demosWith(origin, demoRedirectUris(given));

const demosWith = (origin: string, elsewhere: readonly string[]): Seed[] => [
  {
    ...defaultFields(),
    ...demoShop,
    name: 'Demo Shop',
    logo: demoLogo,
    redirect_uris: [`${origin}${callbackPath}`, ...elsewhere, ofOwnGateway, ...ofFrameworks],
    attributes: [...attributes],
    ...demoTerms('주식회사 데모숍', origin),
    events: `${origin}${eventsPath}`,
  },
  {
    ...defaultFields(),
    ...demoBank,
    name: 'Demo Bank',
    redirect_uris: [...elsewhere],
    attributes: bankAttributes,
    ...demoTerms('주식회사 데모은행', origin),
  },
  {
    ...defaultFields(),
    ...demoServiceRelyingParty,
    name: 'Demo Members',
    redirect_uris: [...elsewhere, ...ofFrameworks],
    attributes: ['phoneNo', 'name', 'gender', 'agegroup', 'birthdate'],
    ...demoTerms('주식회사 데모멤버스', origin),
    openid: 'RS256',
    post_logout_redirect_uris: [demoPostLogoutUrl],
  },
];
