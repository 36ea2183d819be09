import type { Language } from '../../workers/core/http/language.ts';
import { blank } from './recipients.ts';
import type { Register } from './register.ts';

/** Headings and sentences of the register. */
const texts = {
  ko: {
    title: '개인정보 처리 현황표',
    made: 'plid {release}이(가) {created}에 {deployment} 설정으로 만든 초안입니다. [작성 필요]를 채우고, 개인정보 보호책임자와 변호사가 확인한 뒤 사용하세요.',
    half: { service: '로그인 서비스', gateway: '게이트웨이' },
    operator: '운영자',
    rows: {
      part: '구분',
      host: '주소',
      name: '운영자 이름',
      privacy: '개인정보 처리방침',
      support: '고객 지원',
      officer: '개인정보 보호책임자',
    },
    stored: '저장하는 개인정보',
    storedHeader: ['위치', '항목', '목적', '보호 조치', '보유 기간'],
    without: '개인정보를 저장하지 않는 위치',
    withoutHeader: ['위치', '이유'],
    parties: '제공받는 자, 수탁자, 수집 출처',
    partiesHeader: ['구분', '이름', '식별자', '항목', '목적', '보유 기간'],
    roles: {
      application: '제공받는 자',
      'relying party': '같은 운영자의 제품',
      carrier: '통신사',
      service: '수집 출처',
      page: '운영자의 페이지',
      processor: '수탁자(국외)',
      'log export': '로그를 보내는 곳',
    },
    unread: '애플리케이션을 읽지 않았습니다. 제공받는 자를 포함하려면 --applications를 사용하세요.',
  },
  en: {
    title: 'Register of personal data processing',
    made: 'Draft by plid {release} of {created}, from the settings of {deployment}. Complete each [to be completed], and have your privacy officer and a lawyer check it.',
    half: { service: 'Sign-in service', gateway: 'Gateway' },
    operator: 'Operator',
    rows: {
      part: 'Part',
      host: 'Address',
      name: 'Operator',
      privacy: 'Privacy notice',
      support: 'Support',
      officer: 'Privacy officer',
    },
    stored: 'Stored personal data',
    storedHeader: ['Place', 'Data', 'Purpose', 'Protection', 'Retention'],
    without: 'Places without personal data',
    withoutHeader: ['Place', 'Reason'],
    parties: 'Recipients, processors, and sources',
    partiesHeader: ['Role', 'Name', 'Reference', 'Data', 'Purpose', 'Retention'],
    roles: {
      application: 'Recipient',
      'relying party': 'Product of the same operator',
      carrier: 'Carrier',
      service: 'Source',
      page: 'Page of the operator',
      processor: 'Processor (abroad)',
      'log export': 'Log destination',
    },
    unread: 'Applications were not read. To include the recipients, add --applications.',
  },
} as const;

/** Formats the register as Markdown. */
export function registerMarkdown(register: Register, language: Language): string {
  const text = texts[language];
  const { half, host, operator, stored, withoutPersonalData, parties, applicationsRead } = register;
  const { name, privacy, support } = operator;
  const empty = blank[language];
  const facts = [
    [text.rows.part, text.half[half]],
    [text.rows.host, `https://${host}`],
    [text.rows.name, name ?? empty],
    [text.rows.officer, empty],
    [text.rows.privacy, privacy ?? empty],
    [text.rows.support, support ?? empty],
  ];
  const made = text.made.replace(/\{(\w+)\}/g, (_, key: string) => String(register[key as keyof Register]));
  return [
    `# ${text.title}: ${text.half[half]}`,
    made,
    table([text.operator, ''], facts),
    `## ${text.stored}`,
    table(
      text.storedHeader,
      stored.map((row) => [row.place, row.data, row.purpose, row.protection, row.retention]),
    ),
    ...(withoutPersonalData.length === 0
      ? []
      : [
          `## ${text.without}`,
          table(
            text.withoutHeader,
            withoutPersonalData.map(({ place, reason }) => [place, reason]),
          ),
        ]),
    `## ${text.parties}`,
    ...(applicationsRead === false ? [text.unread] : []),
    table(
      text.partiesHeader,
      parties.map((party) => [
        text.roles[party.role],
        party.name,
        party.reference,
        party.data,
        party.purpose,
        party.retention,
      ]),
    ),
  ].join('\n\n');
}

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

/** Escapes a table cell, because names and purposes are free text. */
const cell = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s*\n\s*/g, ' ');
