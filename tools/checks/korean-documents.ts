import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { faultsOfParagraphs } from './paragraphs.ts';
import { codeOf, isSameLine } from './translated-code.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A document in both languages, by its path from the root. */
export interface Pair {
  korean: { file: string; text: string };
  english: { file: string; text: string };
}

/** Documents that must exist in Korean, because readers start with them. */
const needed = [
  'README.ko.md',
  'docs/ko/start/quickstart.md',
  'docs/ko/troubleshoot/application-developers.md',
];

/** A Korean document is in `docs/ko/` under the name of the English one; the README's is next to it. */
const englishOf = (file: string) =>
  file
    .replace('docs/ko/', 'docs/')
    .replace('.ko.md', '.md')
    .replace(/-ko(?=(?:-dark)?\.png$)/, '-en');
const koreanOf = (file: string) =>
  file.startsWith('docs/') ? file.replace('docs/', 'docs/ko/') : file.replace('.md', '.ko.md');

/** Lists differences of Korean documents from English ones in code, links, and structure, one sentence each. */
export function faultsOfKorean(): string[] {
  const files = globSync('{README.ko.md,packages/*/README.ko.md,docs/ko/**/*.md}', { cwd: root }).sort();
  const read = (file: string) => ({ file, text: readFileSync(path.join(root, file), 'utf8') });
  const isThere = (file: string) => existsSync(path.join(root, file));
  return [
    ...needed.filter((file) => !files.includes(file)).map((file) => `${file} is missing.`),
    ...files.filter((file) => !isThere(englishOf(file))).map((file) => `${file} is of no English document.`),
    ...files
      .filter((file) => isThere(englishOf(file)))
      .flatMap((file) => faultsOf({ korean: read(file), english: read(englishOf(file)) }, isThere)),
  ];
}

/** Terms that documents and pages replace with another. 거부 is allowed in legal context. */
const otherTerms = [
  [/(?:인증|승인) ?코드/, '인가 코드'],
  [/거부(?!할 권리|하는 방법)/, '거절'],
] as const;

/** Compares a Korean document with the English one. @param isThere whether a file exists. */
export function faultsOf({ korean, english }: Pair, isThere: (file: string) => boolean): string[] {
  const both = <Part>(partsOf: (text: string) => Part[]): [Part[], Part[]] => [
    partsOf(korean.text),
    partsOf(english.text),
  ];
  const targets = [targetsOf(korean), targetsOf(english)] as const;
  const others = targets.map((each) => each.filter((to) => to !== korean.file && to !== english.file));
  const untranslated = others[0]?.filter(
    (to) => /\.md#?$/.test(to) && !isKorean(to) && isThere(fileOf(koreanOf(to))),
  );
  const faults = [
    difference('headings', ...both(levelsOf)),
    difference('code', ...both(codeOf), isSameLine),
    difference('rows of tables', ...both(rowsOf)),
    ...faultsOfParagraphs(korean.text, english.text),
    difference('links', others[0]?.map(englishOf).sort() ?? [], others[1]?.sort() ?? []),
    ...(targets[0].includes(english.file) && targets[1].includes(korean.file)
      ? []
      : ['a link to each other']),
    ...(untranslated ?? []).map((to) => `a link to ${to}, which is there in Korean`),
    ...otherTerms.filter(([term]) => term.test(korean.text)).map(([, ours]) => `another term than ${ours}`),
    isInKorean(korean.text) ? undefined : 'less Korean than English in its sentences',
  ];
  return faults.filter((fault) => fault !== undefined).map((fault) => `${korean.file}: ${fault}`);
}

const isKorean = (file: string) => koreanOf(englishOf(file)) === file;
const fileOf = (target: string) => target.replace('#', '');

/** The first difference of two lists; undefined without one. */
function difference(
  what: string,
  korean: readonly string[],
  english: readonly string[],
  isSame = (one: string, other: string) => one === other,
): string | undefined {
  const at = Array.from({ length: Math.max(korean.length, english.length) }, (_, index) => index).find(
    (index) => !isSame(korean[index] ?? '', english[index] ?? ''),
  );
  if (at === undefined) return undefined;
  return `other ${what}: ${korean[at] ?? 'nothing'} instead of ${english[at] ?? 'nothing'}`;
}

const withoutCode = (text: string) => text.replace(/^ *```.*?^ *```$/gms, '');
const levelsOf = (text: string) =>
  [...withoutCode(text).matchAll(/^(#+) .+$/gm)].map(([, marks = '']) => marks);
const rowsOf = (text: string) =>
  [...withoutCode(text).matchAll(/^ *\|.*\|$/gm)].map(
    ([row]) => `${row.split(/(?<!\\)\|/).length - 2} cells`,
  );

/** The links and images of a document: URLs, and paths from the root. */
function targetsOf({ file, text }: Pair['korean']): string[] {
  const links = withoutCode(text)
    .replace(/`[^`]*`/g, '')
    .matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"|<(https?:[^>]+)>/g);
  return [...links].map(([, link, source, address]) => {
    const target = link ?? source ?? address ?? '';
    if (/^\w+:/.test(target)) return target;
    const [document = '', anchor] = target.split('#');
    const resolved = document === '' ? file : path.join(path.dirname(file), document);
    return anchor === undefined ? resolved : `${resolved}#`;
  });
}

function isInKorean(text: string): boolean {
  const prose = withoutCode(text).replace(/`[^`]*`|\]\([^)]*\)|<[^>]*>/g, '');
  const count = (pattern: RegExp) => prose.match(pattern)?.length ?? 0;
  return count(/[가-힣]/g) > count(/[A-Za-z]/g) / 2;
}
