import * as v from 'valibot';
import { carrierCodes, carrierNames } from '../../workers/core/protocol/user-record.ts';
import type { SecretFormat } from '../../workers/core/worker/secret-format.ts';
import type { BindingConfiguration } from '../../workers/core/worker/settings.ts';
import { type HalfFacts, type SharedSetting, sharedSettings, shortName } from './halves.ts';
import { code, codes, type Language, type Page, section, type Texts, table } from './page.ts';
import { koreanSettings } from './settings-korean.ts';
import { describe, sourcesOf } from './source-comments.ts';

const words = {
  secrets: { en: 'Secrets', ko: '시크릿' },
  settings: { en: 'Settings', ko: '설정' },
  bindings: { en: 'Bindings', ko: '바인딩' },
  secretColumns: {
    en: ['Secret', 'What it does, and when to change it', 'Generate it with', 'Workers'],
    ko: ['시크릿', '하는 일과 바꾸는 때', '만드는 방법', '워커'],
  },
  settingColumns: {
    en: ['Setting', 'What it does, and when to change it', 'Default', 'Workers'],
    ko: ['설정', '하는 일과 바꾸는 때', '기본값', '워커'],
  },
  bindingColumns: { en: ['Binding', 'Kind', 'Workers'], ko: ['바인딩', '종류', '워커'] },
  required: { en: 'Required', ko: '필수' },
  unset: { en: 'Not set', ko: '설정하지 않음' },
  empty: { en: 'Empty', ko: '빈 값' },
};

const openssl = {
  rsa: 'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -outform DER | openssl base64 -A',
  ec: 'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -outform DER | openssl base64 -A',
};

/** How a secret of each format is generated. `plid-admin deploy` generates all except those that are issued. */
const generators: Record<SecretFormat, Texts> = {
  keys: same(code('echo "k1:$(openssl rand -base64 32)"')),
  base64: same(code('openssl rand -base64 32')),
  hex: same(code('openssl rand -hex 32')),
  token: same(code('echo "kim:$(openssl rand -hex 32)"')),
  'signing keys': same(code(`echo "e1:$(${openssl.ec})"`)),
  'openid keys': same(code(`echo "o1:$(${openssl.rsa}).$(${openssl.ec})"`)),
  issued: { en: 'Issued by the other party', ko: '상대 기관이 발급' },
};

function same(text: string): Texts {
  return { en: text, ko: text };
}

const kinds: Record<BindingConfiguration['kind'], Texts> = {
  kv_namespaces: same('KV'),
  durable_objects: same('Durable Object'),
  services: { en: 'Service', ko: '서비스 바인딩' },
  ratelimits: { en: 'Rate limit', ko: '요청 제한' },
  mtls_certificates: { en: 'Client certificate, optional', ko: '클라이언트 인증서, 선택' },
  assets: { en: 'Assets', ko: '정적 파일' },
};

const workersOf = ({ workers }: SharedSetting) => codes(workers.map(shortName));

function defaultOf({ name, optional, workers: [worker] }: SharedSetting, language: Language): string {
  if (!optional) return words.required[language];
  const schema = worker?.schema.entries[name] as v.GenericSchema;
  const value = v.parse(schema, undefined);
  if (value === undefined) return words.unset[language];
  if (value === '' || (Array.isArray(value) && value.length === 0)) return words.empty[language];
  return code(String(value));
}

/** A comment about three carriers' settings, with the carrier of this one, such as SKT for `CARRIER_S_OFF`. */
function withCarrier(name: string, text: string): string {
  const code = carrierCodes.find((each) => name.split('_').includes(each));
  return code === undefined ? text : text.replace('the carrier', carrierNames[code]);
}

function bodyOf({ half, title, workers }: HalfFacts, language: Language): string {
  const all = sharedSettings(workers);
  const configured = all.filter(({ binding }) => binding === undefined);
  const names = configured.map(({ name }) => name);
  const korean = koreanSettings[half];
  const described = new Map(
    describe({ what: 'setting', names, sources: sourcesOf[half], korean, file: 'settings-korean.ts' }),
  );
  const inOrder = [...described.keys()].flatMap((name) => configured.filter((each) => each.name === name));
  const anchor = (name: string) => `<a id="${half}-${name.toLowerCase()}"></a>${code(name)}`;
  const row = (setting: SharedSetting, third: string) => [
    anchor(setting.name),
    withCarrier(setting.name, described.get(setting.name)?.[language] ?? ''),
    third,
    workersOf(setting),
  ];
  return section(
    2,
    title[language],
    section(
      3,
      `${title[language]}: ${words.settings[language]}`,
      table(
        words.settingColumns[language],
        inOrder.filter(({ secret }) => !secret).map((setting) => row(setting, defaultOf(setting, language))),
      ),
    ),
    section(
      3,
      `${title[language]}: ${words.secrets[language]}`,
      table(
        words.secretColumns[language],
        inOrder.flatMap((setting) => {
          const { secret } = setting;
          return secret ? [row(setting, generators[secret][language])] : [];
        }),
      ),
    ),
    section(
      3,
      `${title[language]}: ${words.bindings[language]}`,
      table(
        words.bindingColumns[language],
        all.flatMap((each) =>
          each.binding ? [[code(each.name), kinds[each.binding.kind][language], workersOf(each)]] : [],
        ),
      ),
    ),
  );
}

export const settingsPage = (halves: readonly HalfFacts[]): Page => ({
  name: 'settings',
  title: { en: 'Settings and secrets', ko: '설정과 시크릿' },
  summary: {
    en: 'This page lists every setting, secret, and binding of the deployed workers. Settings and secrets are set in `plid.deploy.toml` and in the secrets file. A worker whose settings are missing or malformed returns 500 `server_error` with the names of the settings.',
    ko: '배포되는 워커의 모든 설정, 시크릿, 바인딩입니다. 설정은 `plid.deploy.toml`에, 시크릿은 시크릿 파일에 적습니다. 설정이 없거나 형식이 잘못된 워커는 해당 설정의 이름과 함께 500 `server_error`를 반환합니다.',
  },
  body: (language) => halves.map((half) => bodyOf(half, language)).join('\n\n'),
});
