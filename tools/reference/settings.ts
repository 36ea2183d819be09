import * as v from 'valibot';
import { carrierCodes, carrierNames } from '../../workers/core/protocol/user-record.ts';
import type { SecretFormat } from '../../workers/core/worker/secret-format.ts';
import type { BindingConfiguration } from '../../workers/core/worker/settings.ts';
import {
  fewWorkers,
  type HalfFacts,
  manyWorkers,
  type SharedSetting,
  sharedSettings,
  shortName,
} from './halves.ts';
import { code, codes, entry, type Language, type Page, section, type Texts } from './page.ts';
import { koreanSettings } from './settings-korean.ts';
import { describe, sourcesOf } from './source-comments.ts';

const words = {
  secrets: { en: 'Secrets', ko: '시크릿' },
  settings: { en: 'Settings', ko: '설정' },
  bindings: { en: 'Bindings', ko: '바인딩' },
  required: { en: 'Required.', ko: '필수.' },
  unset: { en: 'Not set by default.', ko: '기본값 없음.' },
  empty: { en: 'Default: empty.', ko: '기본값: 빈 값.' },
  default: { en: 'Default:', ko: '기본값:' },
  values: { en: 'Values:', ko: '허용값:' },
  generator: { en: 'Generate it with', ko: '만드는 방법:' },
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
  issued: { en: 'Issued by the other party.', ko: '상대 기관이 발급합니다.' },
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

function defaultOf({ name, optional, workers: [worker] }: SharedSetting, language: Language): string {
  if (!optional) return words.required[language];
  const value = v.parse(worker?.schema.entries[name] as v.GenericSchema, undefined);
  if (value === undefined) return words.unset[language];
  if (value === '' || (Array.isArray(value) && value.length === 0)) return words.empty[language];
  return `${words.default[language]} ${code(String(value))}.`;
}

/** The values of a setting that allows only some. */
function valuesOf({ name, workers: [worker] }: SharedSetting, language: Language): string[] {
  const schema = worker?.schema.entries[name];
  const wrapped = schema && 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : undefined;
  if (!(wrapped && v.isOfType('picklist', wrapped))) return [];
  const { options } = wrapped as v.PicklistSchema<readonly string[], undefined>;
  return [`${words.values[language]} ${codes(options)}.`];
}

/** How a setting is set: its default and values, or how a secret is generated. */
function howToSet(setting: SharedSetting, language: Language): string {
  const { secret } = setting;
  if (secret === undefined) return [defaultOf(setting, language), ...valuesOf(setting, language)].join(' ');
  const how = generators[secret][language];
  return secret === 'issued' ? how : `${words.generator[language]} ${how}.`;
}

/** A comment about three carriers' settings, with the carrier of this one, such as SKT for `CARRIER_S_OFF`. */
function withCarrier(name: string, text: string): string {
  const code = carrierCodes.find((each) => name.split('_').includes(each));
  return code === undefined ? text : text.replace('the carrier', carrierNames[code]);
}

function bodyOf(facts: HalfFacts, language: Language): string {
  const { half, title, workers } = facts;
  const all = sharedSettings(workers);
  const configured = all.filter(({ binding }) => binding === undefined);
  const names = configured.map(({ name }) => name);
  const korean = koreanSettings[half];
  const described = new Map(
    describe({ what: 'setting', names, sources: sourcesOf[half], korean, file: 'settings-korean.ts' }),
  );
  const inOrder = [...described.keys()].flatMap((name) => configured.filter((each) => each.name === name));
  const entriesOf = (settings: readonly SharedSetting[]) =>
    settings.map((setting) =>
      entry(
        4,
        setting.name,
        `${half}-${setting.name.toLowerCase()}`,
        [howToSet(setting, language), ...fewWorkers(setting, facts, language)].join(' '),
        withCarrier(setting.name, described.get(setting.name)?.[language] ?? ''),
        ...manyWorkers(setting, facts, language),
      ),
    );
  const bindings = all.flatMap(({ name, binding, workers: users }) =>
    binding ? [`- ${code(name)} (${kinds[binding.kind][language]}): ${codes(users.map(shortName))}`] : [],
  );
  const part = (name: Texts, ...content: string[]) =>
    section(3, `${title[language]}: ${name[language]}`, ...content);
  return section(
    2,
    title[language],
    part(words.settings, ...entriesOf(inOrder.filter(({ secret }) => !secret))),
    part(words.secrets, ...entriesOf(inOrder.filter(({ secret }) => secret))),
    part(words.bindings, bindings.join('\n')),
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
