import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { listedWorkers } from '../../support/world/configurations.ts';
import {
  barocertSettings,
  derivedSigningKey,
  gatewaySecrets,
  origins,
  serviceSecrets,
} from '../../support/world/test-settings.ts';

type Setting = string | number | boolean | object;

/** Bindings can't be serialized. The check of the settings accepts any object as a binding. */
const bound = { bound: true };

const service = {
  ...serviceSecrets,
  ADMIN_TOKEN: `kim:${serviceSecrets.ADMIN_TOKEN}`,
  BASE_URL: origins.service,
  SANDBOX_URL: origins.sandbox,
  ...barocertSettings,
};
const gateway = {
  ...gatewaySecrets,
  ADMIN_TOKEN: `kim:${gatewaySecrets.ADMIN_TOKEN}`,
  SERVICE_URL: origins.service,
  GATEWAY_ORIGIN: origins.gateway,
  CLIENT_ID: 'demoshop000000000001',
  APPLICATION_URL: 'https://application.example.com',
};
/** The required and the optional settings of a worker, by its own schema. */
export interface Needs {
  worker: string;
  needs: string[];
  optional: string[];
}

export const workers: Needs[] = [
  ...listedWorkers.map(({ worker, ...statement }) => {
    const settings = settingsOf(statement);
    const names = (optional: boolean) =>
      settings.filter((setting) => setting.optional === optional).map(({ name }) => name);
    return { worker, needs: names(false), optional: names(true) };
  }),
  {
    worker: 'sandbox',
    needs: [
      ...['ADMIN_TOKEN', 'BASE_URL', 'CARRIER_TOKEN', 'DIRECTORY', 'SANDBOX_URL'],
      ...['CARRIER_S_TOKEN', 'CARRIER_K_TOKEN', 'CARRIER_L_TOKEN'],
      ...['BAROCERT_LINK_ID', 'BAROCERT_SECRET_KEY', 'BAROCERT_CLIENT_CODE'],
    ],
    optional: [],
  },
];

/** Settings with which a worker serves: only the required ones. */
export function goodSettings({ worker, needs }: Pick<Needs, 'worker' | 'needs'>): Record<string, Setting> {
  const all: Record<string, Setting> = worker.startsWith('gateway') ? gateway : service;
  return Object.fromEntries(needs.map((name) => [name, all[name] ?? bound]));
}

const text = (value: Setting | undefined) => (typeof value === 'string' ? value : '');
/** A value that isn't a string and that a search can find again. */
const number = 77_777_771;

const origin = () => [
  '',
  number,
  'accounts.plid.example',
  'http://accounts.plid.example',
  'https://accounts.plid.example/',
  'https://accounts.plid.example/path',
  'https://accounts.plid.example\n',
  'https://user:password@accounts.plid.example',
  'HTTPS://ACCOUNTS.PLID.EXAMPLE',
  'javascript:alert(77777772)',
];
const token = (good: string) => [
  '',
  number,
  'tooshort-77777773',
  `${good}\n`,
  ` ${good}`,
  `${good.slice(0, 40)} ${good}`,
];
const tokens = (good: string) => [
  ...token(good),
  `${good},${good}`,
  `kim:${good},kim:x${good.slice(1)}`,
  `kim:${good},lee:${good}`,
  `kim:${good},`,
  `Kim77777779:${good}`,
  `:${good}`,
  `kim:lee:${good}`,
  `kim:${good}, lee:x${good.slice(1)}`,
  `kim@everything7777779:${good}`,
  `kim@:${good}`,
];
const secretText = (good: string) => token(good).slice(0, -1);
const path = [
  '',
  number,
  'no/slash-7777777',
  '//evil.example/token',
  '/token?a=77777774',
  'https://evil.example/',
];
const duration = [true, '', 'soon-77777775', '1.5', -77_777_776, 1e12];

const name = ['', number, ' 7777777', '한국인증\u20287777777', 'long'.repeat(11)];
const logo = [
  '',
  number,
  'https://www.example.com/7777777.png',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg onload="alert(7777777)"/>',
  `data:image/png;base64,${'A'.repeat(4_096)}`,
];
const link = [
  '',
  number,
  'www.example.com/7777777',
  'http://www.example.com/7777777',
  'javascript:alert(7777777)',
];

const phoneApp = [
  '',
  number,
  ', https://app.example.com',
  'Pass7777777, pass:open',
  'Pass7777777, http://app.example.com',
  'P'.repeat(41),
];

const carrierAddress = [
  '',
  number,
  'plid.carrier.example/7777777',
  'http://plid.carrier.example/7777777',
  'https://plid.carrier.example/7777777/',
  'https://plid.carrier.example/?key=7777777',
  'https://plid.carrier.example/v1?key=7777777',
  'https://user:7777777@plid.carrier.example',
  'https://plid.carrier.example/v1 \n',
];

const relyingParty = {
  id: 'books',
  secrets: ['a'.repeat(64)],
  redirect_uris: ['https://books.example/callback'],
};

/** Wrong values of a setting with encryption keys. */
const keyRing = (good: string) => [
  '',
  number,
  'k1:c2hvcnQtNzc3Nzc3',
  `${good}\n`,
  `${good},`,
  `${good},${good}`,
  good.replace(':', ''),
  good.replace('test:', 'a b:'),
];

const faults: Record<string, (good: string) => Setting[]> = {
  KEYS: keyRing,
  DISCLOSURE_KEY: keyRing,
  EVENT_KEY: (good) => [
    '',
    number,
    'e1:c2hvcnQtNzc3Nzc3',
    `e1:${derivedSigningKey('another event key').slice(0, -4)}`,
    `e1:A${derivedSigningKey('another event key').slice(1)}`,
    `${good}\n`,
    `${good},`,
    `${good},${good}`,
    good.replace(':', ''),
    good.replace('e1:', 'a b:'),
  ],
  OPENID_KEY: (good) => [
    '',
    number,
    `o1:${derivedSigningKey('another key')}`,
    `o1:${derivedSigningKey('another key')}.${derivedSigningKey('another key')}`,
    `${good}\n`,
    `${good},`,
    `${good},${good}`,
    good.replace(':', ''),
    good.replace('public:', 'a b:'),
  ],
  OPENID_SUBJECT_KEY: (good) => ['', number, 'c2hvcnQtNzc3Nzc3', `${good}\n`, good.slice(1)],
  OPENID_CLIENTS: () => [
    '',
    number,
    '{"id":"7777777"}',
    ...[
      { id: 'a b-7777777' },
      { secrets: [] },
      { secrets: ['7777777'] },
      { redirect_uris: [] },
      { redirect_uris: ['http://books.example/7777777'] },
      { redirect_uris: ['https://books.example/#7777777'] },
      { redirect_uris: ['https://books.example/7777777', 'https://papers.example/7777777'] },
      { post_logout_redirect_uris: ['javascript:alert(7777777)'] },
      { alg: 'HS256' },
      { scope: 'profile 7777777' },
      { secret: '7777777' },
    ].map((change) => JSON.stringify([{ ...relyingParty, ...change }])),
    JSON.stringify([relyingParty, relyingParty]),
  ],
  PHONE_KEY: (good) => ['', number, 'c2hvcnQtNzc3Nzc3', `${good}\n`, good.slice(1)],
  BASE_URL: origin,
  SANDBOX_URL: origin,
  SERVICE_URL: origin,
  GATEWAY_ORIGIN: origin,
  APPLICATION_URL: origin,
  IDENTITY_KEY: (good) => [
    ...token(good).slice(0, -1),
    `${good},`,
    `${good},${good}`,
    `${good},tooshort-77777778`,
    `${good},x${good},y${good}`,
  ],
  PUBLIC_PATHS: () => [number, 'assets-7777777', '/a b-7777777', '/*/7777777'],
  TRUSTED_ORIGINS: () => [
    number,
    'www.example.com-7777777',
    'https://www.example.com/7777777',
    'null-7777777',
  ],
  TRUSTED_HEADERS: () => [number, 'Cf-Access-*7777777', 'X-Own: 7777777', 'https://7777777'],
  PREFLIGHTS: () => ['', number, 'y', 'pass'],
  VERIFY_PREFLIGHTS: () => ['', number, 'y', 'pass'],
  VERIFY_USER_HEADER: () => ['', number, 'y', 'plid'],
  ADMIN_TOKEN: (named) => {
    const good = named.replace('kim:', '');
    return [...tokens(good), good, `kim:${good},x${good.slice(1)}`];
  },
  CARRIER_TOKEN: tokens,
  ...Object.fromEntries(
    ['CARRIER_S', 'CARRIER_K', 'CARRIER_L'].flatMap((name) => [
      [name, () => carrierAddress],
      [`${name}_TOKEN`, secretText],
      [`${name}_OFF`, () => ['', number, 'y', 'yes-7777777']],
    ]),
  ),
  CLIENT_ID: () => ['', number, 'with:colon-7777777', 'with space-7777777', 'line-7777777\n'],
  CLIENT_SECRET: (good) => [
    '',
    number,
    'short-7777777',
    `${good}\n`,
    ` ${good}`,
    '열여섯글자보다긴한글로된비밀값',
  ],
  AUTHORIZE_PATH: () => path,
  TOKEN_PATH: () => path,
  USER_PATH: () => path,
  DISCONNECT_PATH: () => path,
  JWKS_PATH: () => path,
  EVENT_ISSUER: () => [
    '',
    number,
    'login.example.com/7777777',
    'javascript:alert(7777777)',
    'https://a b.example/7777777',
  ],
  PAR: () => ['', number, 'y', 'all'],
  ISS_REQUIRED: () => ['', number, 'y', 'yes'],
  PKCE: () => ['', number, 'y', 'S256'],
  POPUP: () => ['', number, 'y', 'popup-7777777'],
  HSTS_SUBDOMAINS: () => ['', number, 'true', 'includeSubDomains-7777777'],
  TOKEN_READS: () => ['', number, 'Once', 'twice'],
  SERVICE_TIMEOUT: () => [...duration, '0', '3600'],
  SESSION_LIFETIME: () => [...duration, '59'],
  SESSION_ATTRIBUTES: () => [number, 'names-7777777', 'name phoneNo', 'CI', 'plid,name'],
  SESSION_CACHE_LIFETIME: () => [...duration, '59'],
  STALE_SESSION_LIFETIME: () => duration,
  RETENTION_DAYS: () => [...duration, '0'],
  ACCESS_RECORD_DAYS: () => [...duration, '364', '3651'],
  LOCATION_HINT: () => ['', number, 'seoul-7777777', 'APAC'],
  PHONE_REQUEST_LIMIT: () => [...duration, '0', '101'],
  OPERATOR_NAME: () => name,
  OPERATOR_LOGO: () => logo,
  APP_NAME: () => name,
  APP_LOGO: () => logo,
  ACCENT_COLOR: () => ['', number, 'red', '#fee500', '#777', '#0b5c6c;}', '#0b5c6c\n'],
  BAROCERT_LINK_ID: () => ['', number, 'with space-7777777', 'l'.repeat(51)],
  BAROCERT_SECRET_KEY: (good) => ['', number, 'c2hvcnQtNzc3Nzc3', `${good}\n`, good.slice(1)],
  BAROCERT_CLIENT_CODE: () => ['', number, '77777771', 'twelve-77777'],
  BAROCERT_CALL_CENTER: () => ['', number, '+82 7777777', '1600-7777777771'],
  BAROCERT_CODES: () => ['', number, '-7777777', '-7777777=approved', '-7777777=declined,'],
  BAROCERT_APP_TO_APP: () => ['', number, 'y', 'yes-7777777'],
  BAROCERT_URL: () => ['', number, 'http://vendor.example', 'https://vendor.example/7777777/'],
  BAROCERT_AUTH_URL: () => ['', number, 'http://vendor.example', 'vendor.example-7777777'],
  NUMBER_MATCHING: () => [
    '',
    number,
    's-7777777',
    'S',
    'S=type, K=none',
    'S=digits',
    'X=type',
    'S=type,S=none',
  ],
  TURNSTILE_SITE_KEY: () => ['', 'short', 'has spaces in its middle'],
  TURNSTILE_SECRET: () => ['', 'short', 'has spaces in the middle of it'],
  TURNSTILE_URL: () => ['', 'http://verify.example', 'verify.example'],
  STARTS: () => ['', number, 'S', 'link', 'S-push', 'X-link', 'S-link, K-link', 'L-code,', 'none,S-link'],
  SHOWN_REQUIRED: () => ['', number, 'y', 'true'],
  PHONE_APP_LINKS: () => [
    number,
    'tauthlink-7777777',
    'javascript:',
    'https:',
    'intent:',
    'http://app.example.com',
    'https://app.example.com/7777777',
    'package:7777777',
  ],
  PHONE_APP_IN_WEBVIEWS: () => ['', number, 'y', 'true'],
  PHONE_APP_S: () => phoneApp,
  PHONE_APP_K: () => phoneApp,
  PHONE_APP_L: () => phoneApp,
  PRIVACY_URL: () => link,
  SUPPORT_URL: () => link,
  SECURITY_CONTACT: () => [
    '',
    number,
    'mailto:7777777@example.com',
    'mailto:7777777@example.com, soon',
    'mailto:7777777@example.com, 2027-02-30',
    'security7777777@example.com, 2027-06-30',
    'javascript:7777777, 2027-06-30',
    'mailto:7777777@example.com, 2027-06-30\nContact: mailto:x@example.com',
  ],
  APP_LINKS: () => [
    number,
    'javascript:alert(7777777)',
    'http://app.example.com/7777777',
    'myapp:/7777777',
    'https://app.example.com/#7777777',
    'https://user@app.example.com/7777777',
  ],
};

/** Bindings can't be serialized, so any value except an object is a wrong binding. */
const noBinding = [number, 'a name of it'];

/** The wrong values of a setting; `undefined` if it must not be missing. */
export function badValues(name: string, { worker, needs }: Needs): (Setting | undefined)[] {
  const missing = needs.includes(name) ? [undefined] : [];
  const good = goodSettings({ worker, needs: [name] })[name];
  const wrong = faults[name]?.(text(good));
  if (wrong === undefined && good !== bound)
    throw new Error(`Add wrong values of ${name} to test/attacks/support/faulty-settings.ts`);
  return [...missing, ...(wrong ?? noBinding)];
}
