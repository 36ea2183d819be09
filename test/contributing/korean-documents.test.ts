import { describe, expect, test } from 'vitest';
import { faultsOf } from '../../scripts/release/korean-documents.ts';

const english = `# Users

In Korean: [ko](ko/users.md). [Data](data.md#rows) says more.

![A login](pictures/login-en-dark.png)

    npm start # begins

| field | what |
|---|---|
| \`plid\` | whose |

## Reads

Send \`GET /v1/user/me\`.
`;
const korean = `# 사용자

영어 문서: [en](../users.md). 더 자세한 내용은 [데이터](../data.md#행) 문서에 있습니다.

![로그인](../pictures/login-ko-dark.png)

    npm start # 시작합니다

| 필드 | 설명 |
|---|---|
| \`plid\` | 누구인지 |

## 읽기

다음 요청을 보내면 사용자의 정보를 읽습니다: \`GET /v1/user/me\`.
`;

const faults = (text: string, isThere = false) =>
  faultsOf(
    { korean: { file: 'docs/ko/users.md', text }, english: { file: 'docs/users.md', text: english } },
    () => isThere,
  );

describe('a Korean document', () => {
  test('that says what the English one says has no fault', () => expect(faults(korean)).toEqual([]));

  test.each([
    ['another heading', korean.replace('## 읽기', '### 읽기'), 'other headings: ### in the place of ##'],
    [
      'other code',
      korean.replace('npm start', 'npm run start'),
      'other code: npm run start in the place of npm start',
    ],
    [
      'a row less',
      korean.replace(/\| `plid`.*\n/, ''),
      'other rows of tables: nothing in the place of 2 cells',
    ],
    [
      'another name',
      korean.replace('user/me', 'user/you'),
      'its section 2 lacks GET /v1/user/me, and names GET /v1/user/you besides',
    ],
    [
      'another link',
      korean.replace('../data.md#행', '../costs.md'),
      'other links: docs/costs.md in the place of docs/data.md#',
    ],
    ['no link to it', korean.replace('[en](../users.md)', 'en'), 'a link to each other'],
    ['another term', korean.replace('정보', '인증 코드'), 'another term than 인가 코드'],
    ['no Korean', korean.replace(/[가-힣]+/g, 'word'), 'less Korean than English in its sentences'],
  ])('with %s has that fault', (_, text, fault) => {
    expect(faults(text)).toContain(`docs/ko/users.md: ${fault}`);
  });

  test('leads to the Korean one of two documents', () => {
    expect(faults(korean, true)).toEqual([
      'docs/ko/users.md: a link to docs/data.md#, which is there in Korean',
    ]);
  });
});
