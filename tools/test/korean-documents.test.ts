import { describe, expect, test } from 'vitest';
import { faultsOf } from '../checks/korean-documents.ts';

const english = `# Users

In Korean: [ko](ko/users.md). [Data](data.md#rows) says more.

![A login](pictures/login-en-dark.png)

    npm start # begins

| field | what |
|---|---|
| \`plid\` | whose |

The code is valid for 60 seconds, in November for ten more. It costs 1.5 million won.

## Reads

Send \`GET /v1/user/me\`.

With \`login_facts\`, the answer has \`login\`.

While storage fails, \`stale\` is added.
`;
const korean = `# 사용자

영어 문서: [en](../users.md). 더 자세한 내용은 [데이터](../data.md#행) 문서에 있습니다.

![로그인](../pictures/login-ko-dark.png)

    npm start # 시작합니다

| 필드 | 설명 |
|---|---|
| \`plid\` | 누구인지 |

코드는 60초 동안, 11월에는 10초 더 유효합니다. 비용은 150만 원입니다.

## 읽기

다음 요청을 보내면 사용자의 정보를 읽습니다: \`GET /v1/user/me\`.

\`login_facts\`로 등록했다면 응답에 \`login\`이 있습니다.

저장소에 장애가 있는 동안에는 \`stale\`이 추가됩니다.
`;

const faults = (text: string, isThere = false) =>
  faultsOf(
    { korean: { file: 'docs/ko/users.md', text }, english: { file: 'docs/users.md', text: english } },
    () => isThere,
  );

/** The faults of documents that differ in one line of code. */
function faultsOfCode(translated: string, original: string): string[] {
  const withCode = (text: string, code: string) => `${text}\n\`\`\`ts\n${code}\n\`\`\`\n`;
  return faultsOf(
    {
      korean: { file: 'docs/ko/users.md', text: withCode(korean, translated) },
      english: { file: 'docs/users.md', text: withCode(english, original) },
    },
    () => false,
  );
}

describe('a Korean document', () => {
  test('has no fault if it matches the English one', () => expect(faults(korean)).toEqual([]));

  test.each([
    ['another heading', korean.replace('## 읽기', '### 읽기'), 'other headings: ### instead of ##'],
    [
      'other code',
      korean.replace('npm start', 'npm run start'),
      'other code: npm run start instead of npm start',
    ],
    ['a row less', korean.replace(/\| `plid`.*\n/, ''), 'other rows of tables: nothing instead of 2 cells'],
    [
      'another name',
      korean.replace('user/me', 'user/you'),
      '"다음 요청을 보내면 사용자의 정보를 읽습니다: `GET /v1/user/" lacks GET /v1/user/me, and also names GET /v1/user/you',
    ],
    [
      'another name in a row',
      korean.replace('| `plid` |', '| `ci` |'),
      '"| `ci` | 누구인지 |" lacks plid, and also names ci',
    ],
    [
      'a name in the next paragraph',
      korean.replace('응답에 `login`이 있습니다.\n\n저장소', '응답에 있습니다.\n\n`login`은 저장소'),
      '"`login_facts`로 등록했다면 응답에 있습니다." lacks login, and also names nothing',
    ],
    [
      'a split paragraph',
      korean.replace('등록했다면 응답에', '등록했습니다.\n\n응답에'),
      'other paragraphs: the paragraph "저장소에 장애가 있는 동안에는 `stale`이 추가됩니다." instead of nothing',
    ],
    [
      'merged paragraphs',
      korean.replace('있습니다.\n\n저장소', '있습니다.\n저장소'),
      'other paragraphs: nothing instead of the paragraph "While storage fails, `stale` is added."',
    ],
    [
      'a paragraph inserted into a sentence',
      korean
        .replace('저장소에 장애가 있는 동안에는 ', '')
        .replace('`login_facts`로', '저장소에 장애가 있는 동안에는 `login_facts`로'),
      '"`stale`이 추가됩니다." states no condition, but the English text does (if, while, unless)',
    ],
    [
      'another number',
      korean.replace('60초', '600초'),
      // words-allow(a long sentence): a message of the check
      '"코드는 600초 동안, 11월에는 10초 더 유효합니다. 비용은 150만" has the numbers 10, 11, 1500000, 600 instead of 10, 11, 1500000, 60',
    ],
    [
      'another link',
      korean.replace('../data.md#행', '../costs.md'),
      'other links: docs/costs.md instead of docs/data.md#',
    ],
    ['no link to it', korean.replace('[en](../users.md)', 'en'), 'a link to each other'],
    ['another term', korean.replace('정보', '인증 코드'), 'another term than 인가 코드'],
    ['no Korean', korean.replace(/[가-힣]+/g, 'word'), 'less Korean than English in its sentences'],
  ])('is reported with %s', (_, text, fault) => {
    expect(faults(text)).toContain(`docs/ko/users.md: ${fault}`);
  });

  test.each([
    ['res.send(\'<a href="/login">로그인</a>\');', 'res.send(\'<a href="/login">Sign in</a>\');'],
    [`<p>안녕하세요, \${user.name} 님.</p>`, `<p>Hello, \${user.name}.</p>`],
    [`return <p>{\`\${user.name} 님의 주문\`}</p>;`, `return <p>{\`Orders of \${user.name}\`}</p>;`],
    ['<p>안녕하세요, {{ user()->name }} 님.</p>', '<p>Hello, {{ user()->name }}.</p>'],
    ['html`<p>{{ user }} 님</p>`', 'html`<p>Hello, {{ user }}.</p>`'],
    ['<html lang="ko">', '<html lang="en">'],
    ['npm start # 시작합니다', 'npm start # begins'],
    ['/** 로그인한 사용자. */', '/** The signed-in user. */'],
    [
      'npx plid-admin applications create --name "내 상점"',
      'npx plid-admin applications create --name "My shop"',
    ],
  ])('may translate the texts of %s', (translated, original) => {
    expect(faultsOfCode(translated, original)).toEqual([]);
  });

  test.each([
    ['another path', 'send(\'<a href="/other">로그인</a>\');', 'send(\'<a href="/login">Sign in</a>\');'],
    ['another call', "send('로그인');", "end('Sign in');"],
    ['another expression', '<p>안녕하세요, {plid} 님.</p>', '<p>Hello, {name}.</p>'],
    ['a text that is not Korean', "send('Sign in');", "send('Sign out');"],
    ['a name in Korean', "const 이름 = 'name';", "const name = 'name';"],
    ['a Korean text less', "send('로그인');", "send('Sign in', 'now');"],
  ])('may not have %s in its code', (_, translated, original) => {
    expect(faultsOfCode(translated, original)).toEqual([
      `docs/ko/users.md: other code: ${translated} instead of ${original}`,
    ]);
  });

  test('must link to the Korean version of a document that has one', () => {
    expect(faults(korean, true)).toEqual([
      'docs/ko/users.md: a link to docs/data.md#, which is there in Korean',
    ]);
  });
});
