import type { Language } from '../http/language.ts';
import { type Attribute, carrierNames } from './user-record.ts';

interface AttributeWords {
  name: string;
  /** The line below the attribute's name on the consent page. */
  about: string;
  /** Formats a masked value for display and screen readers. If omitted, the value is shown unchanged. */
  format?: (masked: string) => string;
}

/** Texts in each language. `since` is the version of the consent texts that introduced these texts. */
export type VersionedTexts<Words> = Record<Language, Words> & { since: number };

const oneOf = (names: Record<string, string>) => (masked: string) => names[masked] ?? masked;
const datePairs = (masked: string) => [masked.slice(0, 2), masked.slice(2, 4), masked.slice(4)] as const;
const englishMonth = (day: string) =>
  new Date(Date.UTC(2000, Number(datePairs(day)[0]) - 1)).toLocaleString('en', {
    month: 'long',
    timeZone: 'UTC',
  });

/**
 * The texts of each attribute, on every page that shows the attribute. Accounts store the version that a user has
 * agreed to, so never edit a released text. Append a new text instead, with the next version in `since`.
 */
const attributeWords: Record<Attribute, readonly VersionedTexts<AttributeWords>[]> = {
  ci: [
    {
      since: 1,
      en: {
        name: 'Identification value (CI)',
        about: 'A fixed code that lets different companies recognize you as the same person.',
      },
      ko: { name: '연계정보(CI)', about: '여러 회사에서 같은 사람임을 확인할 수 있는 고유한 값' },
    },
  ],
  phoneNo: [
    {
      since: 1,
      en: { name: 'Mobile phone number', about: 'The number you sign in with.' },
      ko: { name: '휴대폰 번호', about: '로그인에 사용한 번호' },
    },
  ],
  name: [
    {
      since: 1,
      en: { name: 'Name', about: 'As registered with your carrier.' },
      ko: { name: '이름', about: '통신사에 등록된 이름' },
    },
  ],
  gender: [
    {
      since: 1,
      en: { name: 'Gender', about: 'Female or male.', format: oneOf({ F: 'female', M: 'male' }) },
      ko: { name: '성별', about: '여성 또는 남성', format: oneOf({ F: '여성', M: '남성' }) },
    },
  ],
  agegroup: [
    {
      since: 1,
      en: {
        name: 'Age band',
        about: 'A range such as “20s”, not your exact age.',
        format: (band) => (band === '0' ? 'under 10' : `${band}s`),
      },
      ko: {
        name: '연령대',
        about: '정확한 나이가 아닌 ‘20대’ 같은 구간',
        format: (band) => (band === '0' ? '10세 미만' : `${band}대`),
      },
    },
  ],
  birthday: [
    {
      since: 1,
      en: {
        name: 'Birthday',
        about: 'Month and day.',
        format: (day) => `${englishMonth(day)} ${datePairs(day)[1]}`,
      },
      ko: {
        name: '생일',
        about: '월과 일',
        format: (day) => `${datePairs(day)[0]}월 ${datePairs(day)[1]}일`,
      },
    },
  ],
  birthdate: [
    {
      since: 1,
      en: {
        name: 'Date of birth',
        about: 'Year, month and day.',
        format: (date) => datePairs(date).join('-'),
      },
      ko: {
        name: '생년월일',
        about: '연도, 월, 일',
        format: (date) => `${datePairs(date)[0]}년 ${datePairs(date)[1]}월 ${datePairs(date)[2]}일`,
      },
    },
  ],
  foreign: [
    {
      since: 1,
      en: {
        name: 'Nationality',
        about: 'Korean or foreign.',
        format: oneOf({ L: 'Korean', F: 'foreign' }),
      },
      ko: {
        name: '내·외국인',
        about: '내국인인지 외국인인지',
        format: oneOf({ L: '내국인', F: '외국인' }),
      },
    },
  ],
  telcoCd: [
    {
      since: 1,
      en: { name: 'Carrier', about: 'SKT, KT or LG U+.', format: oneOf(carrierNames) },
      ko: { name: '통신사', about: 'SKT, KT 또는 LG U+', format: oneOf(carrierNames) },
    },
  ],
};

/** Returns the texts that apply to a version, which are the latest texts introduced in that version or earlier. */
export const textsAt = <Words>(
  versions: readonly VersionedTexts<Words>[],
  version: number,
): VersionedTexts<Words> => {
  const words = versions.findLast(({ since }) => since <= version) ?? versions[0];
  if (words === undefined) throw new Error('There are no words');
  return words;
};

/** The latest version that introduced a text for any attribute. */
export const attributeTextsVersion = Math.max(
  ...Object.values(attributeWords).flatMap((versions) => versions.map(({ since }) => since)),
);

/**
 * Returns the texts of an attribute. @param version the version that an account stores. The default is the latest
 * version.
 */
export const userAttributeTexts = (
  language: Language,
  attribute: Attribute,
  version = attributeTextsVersion,
): AttributeWords => textsAt(attributeWords[attribute], version)[language];

/** Formats a masked value of an attribute. */
export const formatAttribute = (language: Language, attribute: Attribute, masked: string): string =>
  userAttributeTexts(language, attribute).format?.(masked) ?? masked;
