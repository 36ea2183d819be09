import { globSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';
import { failureSentences } from './failure-sentences.ts';
import { code, type Page, section, TextFault, type Texts, table } from './page.ts';
import { readSource, root } from './sources.ts';

/** The page's sections. The rows of each are in `messages/<name>.yaml`. */
const areas: readonly { name: string; title: Texts }[] = [
  { name: 'start', title: { en: 'Local environment (npm start)', ko: '로컬 환경(npm start)' } },
  { name: 'admin', title: { en: 'Operator commands (plid-admin)', ko: '운영자 명령(plid-admin)' } },
  { name: 'deploy', title: { en: 'Deployment (plid-admin deploy)', ko: '배포(plid-admin deploy)' } },
  { name: 'keys', title: { en: 'Rotation (plid-admin keys)', ko: '교체(plid-admin keys)' } },
  { name: 'package', title: { en: 'Package (plid/client and others)', ko: '패키지(plid/client 등)' } },
  {
    name: 'sandbox',
    title: { en: 'Sandbox, plid init, and test kits', ko: '샌드박스, plid init, 테스트 키트' },
  },
];

const columns = { en: ['Message', 'Cause and fix'], ko: ['메시지', '원인과 해결 방법'] };

const rowsSchema = v.array(v.strictObject({ message: v.string(), en: v.string(), ko: v.string() }));
type Row = v.InferOutput<typeof rowsSchema>[number];

const folder = 'tools/reference/messages';
const rowsOf = (name: string): Row[] => v.parse(rowsSchema, parse(readSource(`${folder}/${name}.yaml`)));

/** The folders with errors that users of a command or of the package read. */
const folders =
  'packages/plid,packages/plid-kits,tools/terminal,sandbox/{start,samples},admin/{audit,check,cli,deploy,keys,smoke}';

/** Sentences that only a mistake in a case of plid's own test kits brings about. */
const ownMistakes = [
  "The case doesn't declare that it needs a user",
  "The case doesn't declare that it needs a relying party",
];

/** A source without comments, with … for each `${…}`, nested ones too. */
function sourceWithGaps(file: string): string {
  const code = readSource(file)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '');
  let text = '';
  let depth = 0;
  for (let at = 0; at < code.length; at += 1) {
    if (depth === 0 && code.startsWith('${', at) && !text.endsWith('…')) text += '…';
    if (code.startsWith('${', at)) depth += 1;
    else if (depth > 0 && code[at] === '{' && code[at - 1] !== '$') depth += 1;
    else if (depth > 0 && code[at] === '}') depth -= 1;
    else if (depth === 0) text += code[at];
  }
  return text.replace(/' \+\s*'/g, '');
}

/** @throws {TextFault} if an error message of the sources has no row, or a row's message is not in the sources. */
function compareWithSources(messages: readonly string[]): void {
  const files = globSync(`{{${folders}}/**,sandbox,admin}/*.ts`, {
    cwd: root,
    exclude: ['**/dist/**', '**/node_modules/**'],
  });
  const failures = failureSentences(files).filter((sentence) => !ownMistakes.includes(sentence));
  if (failures.length < 100) throw new Error('The error messages of the sources were not found');
  const missing = failures.filter((sentence) => {
    // A list or another program's message may follow on the next lines.
    const [start = ''] = sentence.split('\n');
    return !messages.some((message) => message.includes(start.replace(/…$/, '')));
  });
  if (missing.length > 0)
    throw new TextFault(`Add a row with what to do to ${folder}, in both languages:\n${missing.join('\n')}`);
  const sources = files.map(sourceWithGaps).join('\n');
  const gone = messages.filter((message) => !sources.includes(message));
  if (gone.length > 0)
    throw new TextFault(
      `The code has no such message. Correct or remove its row in ${folder}:\n${gone.join('\n')}`,
    );
}

/** The page of the error messages of the commands and the package. */
export function messagesPage(): Page {
  const read = areas.map(({ name, title }) => ({ title, rows: rowsOf(name) }));
  compareWithSources(read.flatMap(({ rows }) => rows.map(({ message }) => message)));
  return {
    name: 'messages',
    title: { en: 'Error messages of the commands and the package', ko: '명령과 패키지의 오류 메시지' },
    summary: {
      en: 'This page lists every error message of the commands and of the package. Search it for the text that you see. `…` replaces the parts that vary. The errors that workers return are in [errors](errors.md).',
      ko: '명령과 패키지의 모든 오류 메시지입니다. 화면에 보이는 메시지를 검색하세요. `…`는 달라지는 부분입니다. 워커가 반환하는 오류는 [오류 응답](errors.md)에 있습니다.',
    },
    body: (language) =>
      read
        .map(({ title, rows }) =>
          section(
            2,
            title[language],
            table(
              columns[language],
              rows.map((row) => [code(row.message), row[language]]),
            ),
          ),
        )
        .join('\n\n'),
  };
}
