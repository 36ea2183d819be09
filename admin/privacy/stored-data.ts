import { formatDuration } from '../../tools/terminal/duration.ts';
import type { Language } from '../../workers/core/http/language.ts';
import { day } from '../korean-time.ts';

/** A text of the register in each language. */
export type Text = Record<Language, string>;

/** A setting's value after validation, with the worker's default if the settings file doesn't have it. */
export type SettingReader = (name: string) => unknown;

/** How long data is stored: at most a time, or until something happens. */
export type Retention = { seconds: number; after?: Text } | { until: Text };

/** Where data is stored: in a Durable Object class, in a KV namespace, or elsewhere. */
export type Place =
  | { object: string }
  | { kv: string }
  | { elsewhere: 'cookie' | 'log' | 'edge cache' | 'nowhere' };

/** Personal data of one kind at one place. */
export interface StoredData {
  place: Place;
  data: Text;
  purpose: Text;
  /** How the data is protected at that place. */
  protection: Text;
  retention(setting: SettingReader): Retention;
}

/** A class or namespace that stores no personal data, with the reason. */
export interface StoreWithoutPersonalData {
  place: Place;
  reason: Text;
}

/** Protections that several kinds of data have. */
export const protections = {
  sealedCookie: { ko: '암호화된 쿠키(KEYS)', en: 'Encrypted cookie (KEYS)' },
  plidOnly: {
    ko: '이름·번호·CI 없음. plid로 구분',
    en: 'No name, number, or ci. Identified by plid',
  },
  pseudonym: { ko: '가명값(HMAC)', en: 'Pseudonym (HMAC)' },
} as const satisfies Record<string, Text>;

/** Returns a retention that is the same for every deployment. */
export const fixed = (seconds: number, after?: Text) => (): Retention => ({
  seconds,
  ...(after && { after }),
});

export const until = (ko: string, en: string) => (): Retention => ({ until: { ko, en } });

/** The records of operators' accesses. @param object the Durable Object class. */
export const accessRecordsIn = (object: string): StoredData => ({
  place: { object },
  data: {
    ko: '접속기록: 운영자의 이름과 주소, 시각, 이용자의 가명값, 사유',
    en: 'Access records: name and address of the operator, time, pseudonyms of users, reason',
  },
  purpose: { ko: '접속기록 보관과 점검', en: 'Keep and review access records' },
  protection: { ko: '가명값(HMAC), 해시 체인', en: 'Pseudonym (HMAC), chain of hashes' },
  retention: (setting) => ({ seconds: numberOf(setting, 'ACCESS_RECORD_DAYS') * day }),
});

/** The log of every worker. */
export const logData: StoredData = {
  place: { elsewhere: 'log' },
  data: { ko: '이벤트와 이용자의 가명값', en: 'Events with pseudonyms of users' },
  purpose: { ko: '운영, 장애와 악용 분석', en: 'Operation and analysis of faults and abuse' },
  protection: protections.pseudonym,
  retention: until('로그를 보관하는 동안', 'As long as logs are stored'),
};

/** Reads a setting that is a whole number. @throws {TypeError} if no worker of the deployment has the setting. */
export function numberOf(setting: SettingReader, name: string): number {
  const value = setting(name);
  if (typeof value === 'number') return value;
  throw new TypeError(`${name} isn't a number`);
}

/** Formats a retention, such as `마지막 로그인부터 14일`. */
export function formatRetention(retention: Retention, language: Language): string {
  if ('until' in retention) return retention.until[language];
  const duration = formatDuration(retention.seconds, language);
  const after = retention.after?.[language];
  if (after === undefined) return language === 'ko' ? `최대 ${duration}` : `At most ${duration}`;
  return language === 'ko' ? `${after}부터 ${duration}` : `${duration} from ${after}`;
}
