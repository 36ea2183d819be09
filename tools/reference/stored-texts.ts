import type { Language, Texts } from './page.ts';

/** The duration of some seconds, in a page's language. */
type Duration = (seconds: number) => string;

/** Data at one place. `until` may contain durations. */
export interface StoredText {
  content: Texts;
  until(duration: Duration): Record<Language, string>;
}

/** Data at one place, whose end has no figure. */
export const stored = (content: Texts, en: string, ko: string): StoredText => ({
  content,
  until: () => ({ en, ko }),
});

/** The records of operators' accesses, in both halves. */
export const accessRecordTexts = (name: string): Record<string, StoredText> => ({
  [`${name}.records`]: stored(
    {
      en: "Operators' accesses to users' data: token name, time, address, pseudonyms of users, action, reason, and hashes",
      ko: '운영자의 접속기록: 토큰 이름, 시각, 주소, 사용자의 가명, 한 일, 사유, 해시',
    },
    '`ACCESS_RECORD_DAYS`. An alarm deletes the oldest once a day',
    '`ACCESS_RECORD_DAYS`. 알람이 하루에 한 번 가장 오래된 기록을 삭제',
  ),
  [`${name}.anchor`]: stored(
    { en: 'Number and hash of the last deleted record', ko: '마지막으로 삭제한 기록의 번호와 해시' },
    'The next deletion',
    '다음 삭제',
  ),
});
