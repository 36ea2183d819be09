import { numbersIn } from './numbers.ts';

/** A part of a document that a translation has in the same place. */
interface Block {
  kind: 'heading' | 'code' | 'row' | 'item' | 'paragraph';
  text: string;
}

const kinds: [RegExp, Block['kind']][] = [
  [/^#+ /, 'heading'],
  [/^ *```/, 'code'],
  [/^ *\|/, 'row'],
  [/^ *(?:[-*]|\d+\.) /, 'item'],
  [/^ {4}/, 'code'],
];

/**
 * The blocks of a document. A paragraph or list item includes its following lines; a fence is one block without its
 * lines.
 */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of text.replace(/^ *```.*?^ *```$/gms, '\n```\n').split('\n')) {
    const kind = kinds.find(([pattern]) => pattern.test(line))?.[1];
    const continues =
      open !== undefined && (kind === undefined || (kind === 'code' && !line.includes('```')));
    if (line.trim() === '') open = undefined;
    else if (open !== undefined && continues) open.text += `\n${line}`;
    else {
      const block: Block = { kind: kind ?? 'paragraph', text: line };
      blocks.push(block);
      open = block.kind === 'heading' || block.kind === 'row' ? undefined : block;
    }
  }
  return blocks;
}

/** The `code` of a block, in alphabetical order. Placeholders (`<…>`) may be translated. */
function namesOf({ text }: Block): string[] {
  const codes = [...text.replace(/<[^>\n]*>/g, '<>').matchAll(/`([^`\n]+)`/g)];
  return [...new Set(codes.map(([, code = '']) => code))].sort();
}

const conditionInEnglish = /\b(?:if(?!-)|while|unless)\b/i;
/** Conditional endings and words. 화면 and others only end in the same syllable. */
const conditionInKorean =
  /(?<![화측표반정])면|때|동안|경우|[는인] 중|(?<= )중에|사이에|라도|않는 한|여부|[는은을]지|뒤에도/;

/** The first words of a block, to find it. */
const beginningOf = ({ text }: Block) => `"${text.split('\n')[0]?.slice(0, 40)}"`;

function faultsOfBlock(korean: Block, english: Block): string[] {
  if (korean.kind === 'code') return [];
  const [own, names] = [namesOf(korean), namesOf(english)];
  const missing = names.filter((name) => !own.includes(name));
  const further = own.filter((name) => !names.includes(name));
  const faults: string[] = [];
  if (missing.length + further.length > 0)
    faults.push(
      `lacks ${missing.join(', ') || 'nothing'}, and also names ${further.join(', ') || 'nothing'}`,
    );
  const [ownNumbers, numbers] = [numbersIn(korean.text), numbersIn(english.text)];
  if (ownNumbers.join() !== numbers.join())
    faults.push(
      `has the numbers ${ownNumbers.join(', ') || '(none)'} instead of ${numbers.join(', ') || '(none)'}`,
    );
  const isConditional = conditionInEnglish.test(english.text.replace(/`[^`]*`/g, ''));
  if (korean.kind !== 'row' && isConditional && !conditionInKorean.test(korean.text))
    faults.push('states no condition, but the English text does (if, while, unless)');
  return faults.map((fault) => `${beginningOf(korean)} ${fault}`);
}

/** Counts rows with the same names. A table in alphabetical order has another order in Korean. */
function countRows(blocks: Block[]): (block: Block) => number {
  const keyOf = (block: Block) => namesOf(block).join();
  const rows = Map.groupBy(
    blocks.filter(({ kind }) => kind === 'row'),
    keyOf,
  );
  return (block) => rows.get(keyOf(block))?.length ?? 0;
}

/** Compares paragraphs, list items, and rows of a Korean document with the English ones in the same place. */
export function faultsOfParagraphs(korean: string, english: string): string[] {
  const [own, others] = [blocksOf(korean), blocksOf(english)];
  const count = Math.max(own.length, others.length);
  const at = Array.from({ length: count }, (_, index) => index).find(
    (index) => own[index]?.kind !== others[index]?.kind,
  );
  if (at !== undefined) return [`other paragraphs: ${shown(own[at])} instead of ${shown(others[at])}`];
  const [ownRows, otherRows] = [countRows(own), countRows(others)];
  const isMoved = (block: Block) => block.kind === 'row' && ownRows(block) === otherRows(block);
  return own.flatMap((block, index) => (isMoved(block) ? [] : faultsOfBlock(block, others[index] ?? block)));
}

const shown = (block: Block | undefined) => (block ? `the ${block.kind} ${beginningOf(block)}` : 'nothing');
