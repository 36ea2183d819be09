/** A diagram, without its last fence. Its labels are translated. */
const diagrams = /(?<=^```mermaid\n).*?(?=^```$)/gms;
const comments = /^\s*(?:#|\/\/|\/?\*).*$|\s+(?:#|\/\/) .*$|<!--.*?-->/;

/** Lists the lines of fenced and indented blocks, without comments and labels of diagrams, which are translated. */
export function codeOf(text: string): string[] {
  let isFenced = false;
  return text
    .replace(diagrams, '')
    .split('\n')
    .flatMap((line) => {
      const isFence = /^ *```/.test(line);
      if (isFence) isFenced = !isFenced;
      const code = line.replace(comments, '').trim();
      return (isFence || isFenced || line.startsWith('    ')) && code !== '' ? [code] : [];
    });
}

/** A string literal, or the text between two tags. `=>` and `->` don't end a tag. */
const texts = /('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[^=-]>)(?:[^<>]|[-=]>)+(?=<))/;
/** The parts of a text that aren't translated: tags, and expressions of template literals and of pages. */
const untranslated = /<[^>]*>|\$?\{(?:[^{}]|\{[^}]*\})*\}/g;
const languages = /\blang="(?:en|ko)"/g;

/**
 * Whether a line of code is the same in both languages. Texts for users may differ: a string literal or a text between
 * tags that contains Hangul in the Korean line. Its tags and expressions are the same.
 */
export const isSameLine = (korean: string, english: string): boolean =>
  isSameCode(korean.replace(languages, 'lang'), english.replace(languages, 'lang'));

function isSameCode(korean: string, english: string): boolean {
  if (korean === english) return true;
  if (!hasHangul(korean)) return false;
  // Every second part is a text.
  const [parts, others] = [korean.split(texts), english.split(texts)];
  return (
    parts.length === others.length &&
    parts.every((part, index) => {
      const other = others[index] ?? '';
      return index % 2 === 0 ? part === other : isSameText(part, other);
    })
  );
}

function isSameText(korean: string, english: string): boolean {
  if (korean === english) return true;
  const [parts, others] = [korean.match(untranslated) ?? [], english.match(untranslated) ?? []];
  return (
    hasHangul(korean) &&
    parts.length === others.length &&
    parts.every((part, index) => isSameCode(part, others[index] ?? ''))
  );
}

const hasHangul = (text: string) => /[가-힣]/.test(text);
