import type { Half } from '../configuration/index.ts';
import { formatDuration } from '../terminal/duration.ts';
import type { HalfFacts } from './halves.ts';
import { code, type Language, type Page, section, TextFault } from './page.ts';
import { storedNames } from './stored-names.ts';
import type { StoredText } from './stored-texts.ts';
import { gatewayStored } from './stored-texts-gateway.ts';
import { serviceStored } from './stored-texts-service.ts';

const texts: Record<Half, Record<string, StoredText>> = { service: serviceStored, gateway: gatewayStored };
const words = {
  table: { en: 'table', ko: '테이블' },
  key: { en: 'key', ko: '키' },
  cookie: { en: 'Cookie', ko: '쿠키' },
  until: { en: 'Until:', ko: '저장 기간:' },
};

/** Keys of an object, and the cache, aren't found in the sources. */
const isFound = (name: string) => !/ key |^Cloudflare/.test(name);

function placeOf(name: string, language: Language): string {
  const [object = '', key] = name.split(' key ');
  const [holder = '', tableName] = object.split('.');
  if (key !== undefined) return `${code(object)}, ${words.key[language]} ${code(key)}`;
  if (tableName !== undefined) return `${code(holder)}, ${words.table[language]} ${code(tableName)}`;
  if (name.startsWith('KV ')) return `KV ${code(name.slice(3))}`;
  if (name.startsWith('__Host-')) return `${words.cookie[language]} ${code(name.replace(/-$/, '-…'))}`;
  return name.startsWith('Cloudflare') ? { en: name, ko: 'Cloudflare 캐시' }[language] : code(name);
}

function bodyOf(facts: HalfFacts, language: Language): string {
  const described = texts[facts.half];
  const names = storedNames(facts);
  const file = `tools/reference/stored-texts-${facts.half}.ts`;
  const missing = names.filter((name) => described[name] === undefined);
  const gone = Object.keys(described).filter((name) => isFound(name) && !names.includes(name));
  if (missing.length > 0) throw new TextFault(`Describe the stored data in ${file}: ${missing.join(', ')}`);
  if (gone.length > 0)
    throw new TextFault(`Nothing is stored there. Remove it from ${file}: ${gone.join(', ')}`);
  const duration = (seconds: number) => formatDuration(seconds, language);
  return section(
    2,
    facts.title[language],
    Object.entries(described)
      .map(([name, { content, until }]) => {
        const period = `${words.until[language]} ${until(duration)[language]}.`;
        return `- **${placeOf(name, language)}**<br>${content[language]}. ${period}`;
      })
      .join('\n'),
  );
}

export const storedDataPage = (halves: readonly HalfFacts[]): Page => ({
  name: 'stored-data',
  title: { en: 'Stored data', ko: '저장 데이터' },
  summary: {
    en: 'This page lists what is stored in Durable Objects, KV, and cookies, and until when. Codes and access tokens are stored nowhere, because they are encrypted values. No phone number, name, `ci`, or birth date is readable in storage.',
    ko: 'Durable Object, KV, 쿠키에 저장하는 데이터와 저장 기간입니다. 인가 코드와 액세스 토큰은 암호화된 값이므로 저장하지 않습니다. 휴대폰 번호, 이름, `ci`, 생년월일은 저장소에서 읽을 수 없습니다.',
  },
  body: (language) => halves.map((half) => bodyOf(half, language)).join('\n\n'),
});
