import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { ProtocolError } from '../../../workers/core/protocol/errors.ts';
import { attributes } from '../../../workers/core/protocol/user-record.ts';
import { bearerTokensSetting } from '../../../workers/core/worker/bearer-tokens.ts';
import { keyRingSetting, numberedKeySetting } from '../../../workers/core/worker/key-settings.ts';
import {
  binding,
  locationHintSetting,
  originSetting,
  readSettings,
  secretSetting,
} from '../../../workers/core/worker/settings.ts';
import { verifyEndpointSettings } from '../../../workers/gateway/features/forward-auth/verify-endpoint-settings.ts';
import { guardSettings } from '../../../workers/gateway/features/guard/guard-settings.ts';
import { isPublicPath } from '../../../workers/gateway/features/guard/public-paths.ts';
import { userSettings } from '../../../workers/gateway/objects/user-settings.ts';
import { appSettings } from '../../../workers/gateway/settings/app-settings.ts';
import { bindings } from '../../../workers/gateway/settings/gateway-bindings.ts';
import { serviceSettings } from '../../../workers/gateway/settings/service-settings.ts';
import { sessionSettings } from '../../../workers/gateway/settings/session-settings.ts';
import { eventKeySetting } from '../../../workers/service/settings/event-keys.ts';
import { operatorSettings, phoneAppSettings } from '../../../workers/service/settings/operator-settings.ts';
import { phoneAppLinksSetting } from '../../../workers/service/sign-in/settings/phone-app-links.ts';

const settings = {
  ...bindings,
  ...serviceSettings,
  ...sessionSettings,
  ...appSettings,
  ...guardSettings,
  ...verifyEndpointSettings,
  ...userSettings,
  ADMIN_TOKEN: bearerTokensSetting(undefined, [], 'token'),
  ...operatorSettings,
  ...phoneAppSettings,
  PHONE_APP_LINKS: phoneAppLinksSetting,
  EVENT_KEY: eventKeySetting,
  PHONE_KEY: numberedKeySetting,
};
type Name = keyof typeof settings;

const read = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value, { abortPipeEarly: true });
const faultOf = (schema: v.GenericSchema, value: unknown) => read(schema, value).issues?.[0].message;

const [key, otherKey] = ['a'.repeat(32), 'b'.repeat(32)];

describe('a setting', () => {
  test.each<[Name, unknown]>([
    ['CLIENT_SECRET', 'a'.repeat(64)],
    ['CLIENT_SECRET', 'Sixteen-or-more!'],
    ['CLIENT_ID', 'demoshop000000000001'],
    ['CLIENT_ID', '!9;~'],
    ['SERVICE_URL', 'https://login.example.com'],
    ['SERVICE_URL', 'http://localhost:8787'],
    ['TOKEN_PATH', '/api/v2/token'],
    ['TOKEN_PATH', '/a.b~c-d_e'],
    ['PKCE', 'N'],
    ['EVENT_ISSUER', 'https://login.example.com/tenant'],
    ['EVENT_ISSUER', 'http://login.example.com'],
    ['OPERATOR_NAME', '한'],
    ['OPERATOR_NAME', '한국 인증'],
    ['OPERATOR_NAME', 'n'.repeat(40)],
    ['OPERATOR_LOGO', `data:image/png;base64,${'A'.repeat(4_074)}`],
    ['OPERATOR_LOGO', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['OPERATOR_LOGO', 'data:image/png;base64,AA=='],
    ['PRIVACY_URL', 'https://www.example.com/privacy'],
    ['SUPPORT_URL', undefined],
  ])('%s may be %j', (name, value) => {
    expect(read(settings[name], value)).toMatchObject({ success: true, output: value ?? undefined });
  });

  test.each<[Name, unknown, unknown]>([
    ['SESSION_LIFETIME', '600', 600],
    ['SESSION_LIFETIME', 31_536_000, 31_536_000],
    ['SERVICE_TIMEOUT', '12', 12],
    ['SERVICE_TIMEOUT', '1', 1],
    ['SERVICE_TIMEOUT', '5', 5],
    ['SESSION_CACHE_LIFETIME', '60', 60],
    ['STALE_SESSION_LIFETIME', '0', 0],
    ['RETENTION_DAYS', '1', 1],
    ['RETENTION_DAYS', '30', 30],
    ['RETENTION_DAYS', '36500', 36_500],
    ['APP_LINKS', '', []],
    [
      'APP_LINKS',
      'https://app.example.com/in, com.example.app:/in,,http://localhost:3000/in',
      ['https://app.example.com/in', 'com.example.app:/in', 'http://localhost:3000/in'],
    ],
    [
      'APP_LINKS',
      'https://app.example.com/in, com.example.app:/in,http://localhost:3000/in',
      ['https://app.example.com/in', 'com.example.app:/in', 'http://localhost:3000/in'],
    ],
    [
      'APP_LINKS',
      `https://app.example.com/${'p'.repeat(104)}`,
      [`https://app.example.com/${'p'.repeat(104)}`],
    ],
    ['PUBLIC_PATHS', ' / ,, /assets/*,/a.b~c-d_e', ['/', '/assets/*', '/a.b~c-d_e']],
    ['PUBLIC_PATHS', undefined, []],
    ['TRUSTED_ORIGINS', ' https://a.example.com ,,*', ['https://a.example.com', '*']],
    ['TRUSTED_ORIGINS', undefined, []],
    ['TRUSTED_HEADERS', ' Cf-Access-Jwt-Assertion,X_Own', ['cf-access-jwt-assertion', 'x_own']],
    ['TRUSTED_HEADERS', undefined, []],
    ['PREFLIGHTS', undefined, 'Y'],
    ['VERIFY_PREFLIGHTS', undefined, 'N'],
    ['VERIFY_USER_HEADER', undefined, 'N'],
    ['SESSION_ATTRIBUTES', undefined, attributes.filter((name) => name !== 'ci')],
    ['SESSION_ATTRIBUTES', '', []],
    ['SESSION_ATTRIBUTES', ' name, ci,,name', ['ci', 'name']],
    ['IDENTITY_KEY', key, [key]],
    ['IDENTITY_KEY', `${key},${otherKey}`, [key, otherKey]],
    ['PHONE_APP_S', 'PASS', { name: 'PASS' }],
    ['PHONE_APP_S', 'P'.repeat(40), { name: 'P'.repeat(40) }],
    [
      'PHONE_APP_K',
      'PASS by KT , https://pass.example.com/a,b',
      { name: 'PASS by KT', link: 'https://pass.example.com/a,b' },
    ],
    [
      'PHONE_APP_L',
      'PASS,http://localhost:8787/phone',
      { name: 'PASS', link: 'http://localhost:8787/phone' },
    ],
    ['PHONE_APP_L', undefined, undefined],
    [
      'PHONE_APP_LINKS',
      ' tauthlink: ,https://app.example.com,,http://localhost:8787, package:com.kt.ktauth',
      {
        schemes: ['tauthlink:'],
        origins: ['https://app.example.com', 'http://localhost:8787'],
        packages: ['com.kt.ktauth'],
      },
    ],
    ['PHONE_APP_LINKS', undefined, undefined],
    ['EVENT_KEY', undefined, undefined],
  ])('%s may be %j, read as %j', (name, value, expected) => {
    expect(read(settings[name], value)).toMatchObject({ success: true, output: expected });
  });

  test.each<[Name, unknown]>([
    ['CLIENT_SECRET', `${'a'.repeat(64)}\n`],
    ['CLIENT_SECRET', ` ${'a'.repeat(64)}`],
    ['CLIENT_SECRET', 'a'.repeat(15)],
    ['CLIENT_SECRET', 'short'],
    ['CLIENT_SECRET', `${'a'.repeat(16)} ${'a'.repeat(16)}`],
    ['CLIENT_SECRET', '비밀'.repeat(16)],
    ['CLIENT_SECRET', undefined],
    ['CLIENT_ID', ''],
    ['CLIENT_ID', 'demo:shop'],
    ['CLIENT_ID', ' demoshop'],
    ['CLIENT_ID', 'demoshop000000000001\n'],
    ['SERVICE_URL', 'http://login.example.com'],
    ['SERVICE_URL', 'https://login.example.com/'],
    ['SERVICE_URL', 'https://user@login.example.com'],
    ['SERVICE_URL', 'login.example.com'],
    ['GATEWAY_ORIGIN', 'https://shop.example.com/auth'],
    ['TOKEN_PATH', '//evil.example/token'],
    ['TOKEN_PATH', 'https://evil.example/token'],
    ['TOKEN_PATH', '/token?x=y'],
    ['TOKEN_PATH', '/token/'],
    ['SESSION_LIFETIME', '599'],
    ['SESSION_LIFETIME', '31536001'],
    ['SESSION_LIFETIME', '12h'],
    ['SESSION_LIFETIME', 'a600'],
    ['SESSION_LIFETIME', ' 600'],
    ['SESSION_LIFETIME', '6e3'],
    ['SESSION_LIFETIME', 600.5],
    ['SESSION_CACHE_LIFETIME', '59'],
    ['STALE_SESSION_LIFETIME', '-1'],
    ['STALE_SESSION_LIFETIME', ''],
    ['RETENTION_DAYS', '0'],
    ['RETENTION_DAYS', '36501'],
    ['LOCATION_HINT', 'seoul'],
    ['SERVICE_TIMEOUT', '13'],
    ['APP_LINKS', 'javascript:alert(1)'],
    ['APP_LINKS', 'data:text/html,x'],
    ['APP_LINKS', 'http://app.example.com/in'],
    ['APP_LINKS', 'https://user@app.example.com/in'],
    ['APP_LINKS', 'https://:word@app.example.com/in'],
    ['APP_LINKS', 'https://app.example.com/#in'],
    ['APP_LINKS', 'https://app.example.com/in#top'],
    ['APP_LINKS', 'https://app.example.com\\in'],
    ['APP_LINKS', 'https://app.example.com/인'],
    ['APP_LINKS', 'app'],
    ['APP_LINKS', '/in'],
    ['APP_LINKS', 'ftp://localhost/in'],
    ['APP_LINKS', `https://app.example.com/${'p'.repeat(105)}`],
    ['APP_LINKS', `https://app.example.com/${'x'.repeat(128)}`],
    ['APP_LINKS', 'https://app.example.com/in,javascript:alert(1)'],
    ['PUBLIC_PATHS', 'assets'],
    ['PUBLIC_PATHS', 'x/assets'],
    ['PUBLIC_PATHS', '/a b'],
    ['PUBLIC_PATHS', '/a*b'],
    ['PUBLIC_PATHS', '/a,b'],
    ['TRUSTED_ORIGINS', 'a.example.com'],
    ['TRUSTED_ORIGINS', 'https://a.example.com/'],
    ['TRUSTED_ORIGINS', 'http://a.example.com'],
    ['TRUSTED_ORIGINS', 'https://*.example.com'],
    ['TRUSTED_ORIGINS', 'null'],
    ['TRUSTED_HEADERS', 'Cf-Access-*'],
    ['TRUSTED_HEADERS', 'X-Own: y'],
    ['PREFLIGHTS', 'y'],
    ['VERIFY_PREFLIGHTS', 'y'],
    ['VERIFY_USER_HEADER', 'yes'],
    ['SESSION_ATTRIBUTES', 'plid'],
    ['SESSION_ATTRIBUTES', 'name phoneNo'],
    ['EVENT_ISSUER', 'login.example.com'],
    ['EVENT_ISSUER', 'xhttps://login.example.com'],
    ['EVENT_ISSUER', 'https://login.example.com/ x'],
    ['EVENT_ISSUER', 'https://'],
    ['EVENT_ISSUER', 'https://[/'],
    ['PKCE', 'y'],
    ['PKCE', 'yes'],
    ['OPERATOR_NAME', ''],
    ['OPERATOR_NAME', ' a'],
    ['OPERATOR_NAME', 'a '],
    ['OPERATOR_NAME', 'a\u2028b'],
    ['OPERATOR_NAME', 'a\u0000b'],
    ['OPERATOR_NAME', 'n'.repeat(41)],
    ['OPERATOR_LOGO', `data:image/png;base64,${'A'.repeat(4_075)}`],
    ['OPERATOR_LOGO', 'data:text/html;base64,AAAA'],
    ['OPERATOR_LOGO', 'xdata:image/png;base64,AAAA'],
    ['OPERATOR_LOGO', 'data:image/png;base64,AA AA'],
    ['OPERATOR_LOGO', 'data:image/png;base64,=='],
    ['ACCENT_COLOR', '#0b5c6b;'],
    ['ACCENT_COLOR', 'x#0b5c6b'],
    ['ACCENT_COLOR', '#fee500'],
    ['PRIVACY_URL', 'http://www.example.com/privacy'],
    ['PRIVACY_URL', 'https://www.example.com/a b'],
    ['PRIVACY_URL', 'www.example.com'],
    ['PHONE_APP_S', ' , https://app.example.com'],
    ['PHONE_APP_S', 'PASS, pass:open'],
    ['PHONE_APP_S', 'PASS, http://app.example.com'],
    ['PHONE_APP_S', 'PASS, javascript://localhost/%0aalert(1)'],
    ['PHONE_APP_S', 'PASS, https://app.example.com/a b'],
    ['PHONE_APP_S', 'PASS,'],
    ['PHONE_APP_S', 'P'.repeat(41)],
    ...[
      ...[
        'javascript:',
        'data:',
        'file:',
        'blob:',
        'vbscript:',
        'about:',
        'tel:',
        'sms:',
        'intent:',
        'https:',
        'http:',
      ],
      ...['tauthlink', 'tauthlink://', 'Tauthlink:', 'JavaScript:', 'tauth link:', '1auth:', ':', '*'],
      ...[
        'http://app.example.com',
        'https://app.example.com/',
        'https://*.example.com',
        'https://a@app.example.com',
      ],
      ...[
        'app.example.com',
        'package:',
        'package:ktauth',
        'package:com.kt.ktauth;x',
        'package:*',
        'package:com.kt.',
      ],
    ].map((entry): [Name, string] => ['PHONE_APP_LINKS', `tauthlink:,${entry}`]),
  ])('%s rejects %j', (name, value) => {
    expect(read(settings[name], value).success).toBe(false);
  });

  test('has the default of specification and design', () => {
    const names: Name[] = [
      'AUTHORIZE_PATH',
      'PAR_PATH',
      'TOKEN_PATH',
      'USER_PATH',
      'DISCONNECT_PATH',
      'JWKS_PATH',
    ];
    const [authorize, ...others] = names.map((name) => v.parse(settings[name], undefined));
    expect(authorize).toBe('/oauth2/authorize');
    expect(others).toEqual([
      '/oauth2/par',
      '/oauth2/token',
      '/v1/user/me',
      '/v1/user/disconnect',
      '/.well-known/jwks.json',
    ]);
    expect(v.parse(settings.SESSION_LIFETIME, undefined)).toBe(43_200);
    expect(v.parse(settings.SESSION_CACHE_LIFETIME, undefined)).toBe(900);
    expect(v.parse(settings.STALE_SESSION_LIFETIME, undefined)).toBe(3_600);
    expect(v.parse(settings.RETENTION_DAYS, undefined)).toBe(365);
    expect(v.parse(settings.LOCATION_HINT, undefined)).toBe('apac-ne');
    expect(v.parse(settings.SERVICE_TIMEOUT, undefined)).toBe(10);
    expect(v.parse(settings.APP_LINKS, undefined)).toEqual([]);
    expect(v.parse(settings.PKCE, undefined)).toBe('Y');
    expect(v.parse(settings.PAR, undefined)).toBe('apps');
    expect(v.parse(settings.ISS_REQUIRED, undefined)).toBe('N');
    expect(v.parse(settings.POPUP, undefined)).toBe('N');
  });

  test('BASE_URL rejects a path, and the message says where the path belongs', () => {
    const fault = faultOf(settings.SERVICE_URL, 'https://login.example.com/plid');
    expect(v.safeParse(settings.SERVICE_URL, 'https://login.example.com/plid').issues).toHaveLength(1);
    for (const name of ['AUTHORIZE_PATH', 'PAR_PATH', 'TOKEN_PATH', 'USER_PATH', 'DISCONNECT_PATH'])
      expect(fault).toContain(name);
  });

  test.each<[v.GenericSchema, unknown, string]>([
    [secretSetting, undefined, 'is not set'],
    [secretSetting, 'a'.repeat(31), 'at least 32 characters'],
    [secretSetting, `${key} `, 'whitespace'],
    [settings.IDENTITY_KEY, undefined, 'is not set'],
    [settings.IDENTITY_KEY, 'short', 'at least 32 characters'],
    [settings.IDENTITY_KEY, `${key},${otherKey},${key}`, 'more than two comma-separated keys'],
    [settings.IDENTITY_KEY, `${key},${key}`, 'the same key twice'],
    [settings.CLIENT_SECRET, undefined, 'is not set'],
    [settings.CLIENT_SECRET, ` ${key}`, 'whitespace'],
    [settings.CLIENT_SECRET, 'short', 'at least 16'],
    [settings.CLIENT_ID, undefined, 'is not set'],
    [settings.CLIENT_ID, '', 'client ID'],
    [settings.SERVICE_URL, undefined, 'is not set'],
    [settings.SERVICE_URL, 'http://login.example.com', 'origin such as'],
    [settings.SESSION_LIFETIME, '12h', 'whole number of seconds'],
    [settings.SESSION_LIFETIME, 600.5, 'whole number of seconds'],
    [settings.SESSION_LIFETIME, true, 'whole number of seconds'],
    [settings.SESSION_LIFETIME, '1', 'at least 600 seconds'],
    [settings.RETENTION_DAYS, '99999', 'at most 36500 days'],
    [settings.TOKEN_PATH, '', '/oauth2/token'],
    [settings.EVENT_ISSUER, 'x', 'the issuer (iss) of the events'],
    [settings.APP_LINKS, 'x', 'links separated by commas'],
    [settings.PUBLIC_PATHS, 'x', 'paths separated by commas'],
    [settings.SESSION_ATTRIBUTES, 'Name', 'comma-separated list of these attributes: ci, phoneNo'],
    [settings.TRUSTED_ORIGINS, 'x', 'origins separated by commas'],
    [settings.TRUSTED_HEADERS, 'x y', 'names of headers separated by commas'],
    [settings.PHONE_APP_S, 7, 'a name and a link'],
    [settings.PHONE_APP_S, '', 'a name of at most 40 characters'],
    [settings.PHONE_APP_LINKS, 7, 'such as tauthlink:, https://app.example.com, package:com.example.app'],
    [
      settings.PHONE_APP_LINKS,
      'tauthlink',
      'schemes (with their colon), origins (without a path), and packages',
    ],
    [settings.PHONE_APP_LINKS, 'javascript:', 'never'],
    [settings.OPERATOR_NAME, 7, 'needs a name'],
    [settings.OPERATOR_NAME, ' a', 'without leading or trailing whitespace'],
    [settings.OPERATOR_NAME, 'n'.repeat(41), 'at most 40 characters'],
    [settings.OPERATOR_LOGO, 7, 'data: address'],
    [settings.OPERATOR_LOGO, 'x', 'begins with data:image'],
    [settings.OPERATOR_LOGO, `data:image/png;base64,${'A'.repeat(5_000)}`, 'at most 4096 characters'],
    [settings.ACCENT_COLOR, 7, 'a color such as'],
    [settings.ACCENT_COLOR, 'red', 'a color such as'],
    [settings.ACCENT_COLOR, '#fee500', 'darker'],
    [settings.PRIVACY_URL, 7, 'an address such as'],
    [settings.PRIVACY_URL, 'x', 'an https address'],
    [settings.EVENT_KEY, 'x', 'private keys on the curve P-256 (PKCS #8) in the form id:base64'],
    [settings.EVENT_KEY, 'x', 'openssl genpkey'],
    [settings.EVENT_KEY, 7, 'openssl genpkey'],
    [keyRingSetting, 7, 'openssl rand -base64 32'],
    [keyRingSetting, 'x', 'separate several keys with commas, the current key first'],
    [keyRingSetting, 'x', 'openssl rand -base64 32'],
    [numberedKeySetting, 7, 'openssl rand -base64 32'],
    [numberedKeySetting, 'x', 'openssl rand -base64 32'],
    [originSetting, undefined, 'is not set'],
    [originSetting, 'x', 'without a path or trailing slash'],
    [locationHintSetting, 'x', 'location hint'],
    [bearerTokensSetting('carrier'), undefined, 'is not set'],
    [bearerTokensSetting('carrier'), 'short', 'at least 32 characters'],
    [bearerTokensSetting('carrier'), `${key} ${key}`, 'not allowed in a bearer token'],
    [bearerTokensSetting('carrier'), `Kim:${key},lee:${otherKey}`, 'lowercase letters, digits, and hyphens'],
    [bearerTokensSetting('carrier'), `${'k'.repeat(33)}:${key}`, 'lowercase letters, digits, and hyphens'],
    [bearerTokensSetting('carrier'), `:${key}`, 'contains a token without a name'],
    [bearerTokensSetting(undefined), key, 'in front, such as kim:TOKEN, and go on sending TOKEN'],
    [bearerTokensSetting(undefined), `kim:${key},${otherKey}`, 'contains a token without a name'],
    [bearerTokensSetting('carrier'), `kim:${key},kim:${otherKey}`, 'the same name or token twice'],
    [bearerTokensSetting('carrier'), `kim:${key},lee:${key}`, 'the same name or token twice'],
    [bearerTokensSetting('carrier', ['people']), `kim@all:${key}`, 'valid forms: kim@people:TOKEN'],
    [bearerTokensSetting('carrier'), `kim@people:${key}`, 'these tokens cannot be limited'],
    [binding({ kind: 'kv_namespaces' }), 'x', 'needs a kv_namespaces binding'],
  ])('has an error message with the fix: %#', (schema, value, expected) => {
    expect(faultOf(schema, value)).toContain(expected);
  });
});

describe('a secret', () => {
  test.each<[Name, string]>([
    ['CLIENT_SECRET', 'issued'],
    ['IDENTITY_KEY', 'hex'],
    ['EVENT_KEY', 'signing keys'],
    ['KEYS', 'keys'],
    ['PHONE_KEY', 'base64'],
    ['ADMIN_TOKEN', 'token'],
  ])('%s is generated or requested in a deployment: %s', (name, secret) => {
    const schema = v.object({ [name]: settings[name] });
    expect(settingsOf({ schema })).toMatchObject([{ name, secret }]);
  });
});

test('a binding is configured from its schema', () => {
  const SESSIONS = { kind: 'durable_objects', class_name: 'Session' } as const;
  expect(settingsOf({ schema: v.object({ SESSIONS: binding(SESSIONS) }) })).toMatchObject([
    { name: 'SESSIONS', binding: SESSIONS, secret: undefined },
  ]);
});

/** Every hint of Cloudflare's: the types refuse a missing one. */
const locationHints: Record<DurableObjectLocationHint, true> = {
  wnam: true,
  enam: true,
  sam: true,
  weur: true,
  eeur: true,
  apac: true,
  oc: true,
  afr: true,
  me: true,
  'apac-ne': true,
  'apac-se': true,
};

test.each(Object.keys(locationHints))('Durable Objects can be created in %s', (hint) => {
  expect(read(locationHintSetting, hint)).toMatchObject({ success: true, output: hint });
});

describe('an origin', () => {
  test.each(['https://a.example.com', 'https://a.example.com:8443', 'http://127.0.0.1', 'http://[::1]:8787'])(
    'accepts https, and this machine: %s',
    (origin) => {
      expect(read(originSetting, origin).success).toBe(true);
    },
  );

  test.each([
    'ftp://localhost',
    'http://a.example.com',
    'https://a.example.com/',
    'HTTPS://a.example.com',
    'a',
  ])('rejects %s', (origin) => {
    expect(read(originSetting, origin).success).toBe(false);
  });
});

describe("a worker's settings", () => {
  const schema = v.object({ BASE_URL: originSetting, KV: binding<object>({ kind: 'kv_namespaces' }) });
  const good = { BASE_URL: 'https://a.example.com', KV: {}, ANOTHER: 'x' };
  const refusalOf = (env: object): ProtocolError | undefined => {
    try {
      readSettings(schema, env);
      return undefined;
    } catch (failure) {
      return failure as ProtocolError;
    }
  };

  test('are those of its schema, checked once per schema', () => {
    expect(readSettings(schema, good)).toEqual({ BASE_URL: good.BASE_URL, KV: {} });
    expect(readSettings(schema, good)).toBe(readSettings(schema, good));
    expect(readSettings(v.object({ BASE_URL: originSetting }), good)).toEqual({ BASE_URL: good.BASE_URL });
    expect(readSettings(schema, { ...good, KV: () => undefined })).toHaveProperty('KV');
  });

  test('are all named if they are missing or wrong, without values', () => {
    expect(refusalOf({ ...good, BASE_URL: 'hidden value' })?.values.settings).toMatch(
      /^BASE_URL needs an origin/,
    );
    const error = refusalOf({});
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error?.reason).toBe('settings');
    expect(error?.values.settings).toMatch(/^BASE_URL is not set.*; KV needs a kv_namespaces binding$/);
    expect(error?.cause).toBe(error?.values.settings);
    expect(refusalOf({ ...good, BASE_URL: 'hidden value' })?.values.settings).not.toContain('hidden');
  });

  test("have their own message if the library's would contain the value", () => {
    const env = { BASE_URL: 'hidden value' };
    const read = () => readSettings(v.object({ BASE_URL: v.literal('x') }), env);
    expect(read).toThrow(expect.objectContaining({ values: { settings: 'BASE_URL needs "x"' } }));
    const checked = v.object({
      BASE_URL: v.pipe(
        v.string(),
        v.check((value) => value === 'x'),
      ),
    });
    expect(() => readSettings(checked, env)).toThrow(
      expect.objectContaining({ values: { settings: 'BASE_URL needs another value' } }),
    );
  });

  test.each(['<origin of the login service>', ' <x> '])(
    'are refused with a placeholder of a written configuration: %j',
    (placeholder) => {
      const optional = v.object({ PRIVACY_URL: v.optional(v.string()) });
      expect(() => readSettings(optional, { PRIVACY_URL: placeholder })).toThrow(
        expect.objectContaining({
          values: { settings: expect.stringMatching(/^PRIVACY_URL is still a placeholder;[^;]*$/) },
        }),
      );
      expect(readSettings(optional, { PRIVACY_URL: 'a<b>' })).toEqual({ PRIVACY_URL: 'a<b>' });
    },
  );

  test('are reported with one message each', () => {
    expect(() => readSettings(v.object({ KEY: secretSetting }), { KEY: ' x' })).toThrow(
      expect.objectContaining({
        values: { settings: expect.stringMatching(/^KEY needs at least 32[^;]*;[^;]*$/) },
      }),
    );
  });
});

describe('a public path', () => {
  const paths = ['/', '/assets/*', '/about'];
  test.each([
    ['/', true],
    ['/about', true],
    ['/about/us', false],
    ['/assets/', true],
    ['/assets/a.css', true],
    ['/assets', false],
    ['/assets/..%2fadmin', false],
    ['/assets/%5cadmin', false],
    ['/assets/%2E%2e/admin', false],
    ['/assets/%25', false],
    ['/assets/%00', false],
    ['/assets/;a', false],
    ['/assets/\\a', false],
    ['/assets//a', false],
    ['/%61bout', false],
    ['/assets/..%3b/a', false],
    ['/assets/%c0%ae%c0%ae/a', false],
    ['/assets/%', false],
    ['/assets/%u002e', false],
    ['/assets/%ef%bc%8e%ef%bc%8e/a', false],
    ['/assets/%e2%80%a6/a', false],
    ['/assets/..%e2%81%84a', false],
    ['/assets/..%c2%a5a', false],
    ['/assets/a%0a', false],
    ['/assets/a%7f', false],
    ['/assets/a%20(1)%5B2%5D.css', true],
    [`/assets/${encodeURIComponent('한글'.normalize('NFC'))}`, true],
    [`/assets/${encodeURIComponent('한글'.normalize('NFD'))}`, true],
    [`/assets/${encodeURIComponent('café'.normalize('NFD'))}`, true],
  ])('%s: %s', (path, expected) => {
    expect(isPublicPath(path, paths)).toBe(expected);
  });
});
