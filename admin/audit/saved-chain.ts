import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import { type Chain, chainState, hashedRecord } from './chain.ts';
import { type SummaryRow, summaryRows } from './summarize.ts';

/** The last line of an export. `records` is the number of lines before it. */
const exportEnd = v.object({
  ...chainState,
  origin: v.string(),
  exported: v.number(),
  records: v.number(),
});

const summary = v.object({ ...chainState, origin: v.string(), months: summaryRows });

/** A saved export or summary. The server is the one that it belongs to. */
export interface SavedChain extends Chain {
  origin: string;
  /** The rows of a summary. Undefined for an export. */
  months?: SummaryRow[];
}

/**
 * Returns an export as JSON Lines: one record per line, and a last line with the state of the chain. @param
 * exported time of the export, in seconds since 1970.
 */
export function exportLines({ records, ...state }: Chain, origin: string, exported: number): string {
  const end = { origin, exported, records: records.length, ...state };
  return [...records, end].map((line) => JSON.stringify(line)).join('\n');
}

/** Reads a saved export or summary. @throws {Failure} if the file is incomplete or something else. */
export function parseSaved(text: string, file: string): SavedChain {
  const whole = v.safeParse(summary, parse(text));
  if (whole.success) return { ...whole.output, records: [] };
  const lines = text.trimEnd().split('\n').map(parse);
  const end = v.safeParse(exportEnd, lines.pop());
  const records = v.safeParse(v.array(hashedRecord), lines);
  if (!end.success || !records.success || records.output.length !== end.output.records)
    throw new Failure(
      `${file} isn't a complete export or summary. The last line of an export contains the number of its lines, "count", and "head".`,
    );
  return { ...end.output, records: records.output };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
