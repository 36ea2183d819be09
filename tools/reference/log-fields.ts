import { logFieldGroups } from './log-fields-korean.ts';
import { code, type Page, phrase, section, table } from './page.ts';
import { describe } from './source-comments.ts';

const columns = { en: ['Field', 'Content'], ko: ['필드', '내용'] };

const source = 'workers/core/worker/log-fields.ts';

export const logFieldsPage: Page = {
  name: 'log-fields',
  title: { en: 'Log fields', ko: '로그 필드' },
  summary: {
    en: "This page lists the fields of the log. Each request writes one line of JSON, and other lines about it have the same `request`. Fields without a value are omitted. The log never contains codes, tokens, secrets, cookies, `plid`s, phone numbers, names, `ci`s, birth dates, or callers' addresses.",
    ko: '로그의 필드입니다. 요청마다 JSON 한 줄을 쓰며, 같은 요청의 다른 줄에는 같은 `request`가 있습니다. 값이 없는 필드는 생략됩니다. 인가 코드, 토큰, 시크릿, 쿠키, `plid`, 휴대폰 번호, 이름, `ci`, 생년월일, 호출자의 주소는 로그에 남기지 않습니다.',
  },
  body: (language) =>
    logFieldGroups
      .map(({ title, fields: korean }) => {
        const names = Object.keys(korean);
        const what = { what: 'log field', names, sources: [source], korean, file: 'log-fields-korean.ts' };
        const rows = describe(what).map(([name, text]) => [code(name), phrase(text[language])]);
        return section(2, title[language], table(columns[language], rows));
      })
      .join('\n\n'),
};
