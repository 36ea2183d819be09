import {
  type AccessRecord as CoreRecord,
  canonicalRecord,
  recordHash,
} from '../../workers/core/audit/access-record.ts';
import { day } from '../korean-time.ts';
import type { AccessRecord, Chain } from './chain.ts';

/**
 * Returns what is wrong with the records of a server, one sentence per fault. It notices records that were changed,
 * removed, or inserted without recomputing all later hashes.
 */
export async function findChainFaults({ records, anchor, count, head }: Chain): Promise<string[]> {
  const faults: string[] = [];
  let { sequence: latest, hash: previous } = anchor;
  for (const record of records) {
    const { sequence } = record;
    if (sequence > latest + 1) faults.push(`${describeRange(latest + 1, sequence - 1)} missing.`);
    else if (sequence <= latest) faults.push(`Record ${sequence} occurs more than once or out of order.`);
    else if (record.previous !== previous)
      faults.push(`Record ${sequence} doesn't continue record ${latest}, so one of the two was replaced.`);
    if ((await hashOf(record)) !== record.hash)
      faults.push(`Record ${sequence} was changed or forged: its content doesn't match its hash.`);
    latest = Math.max(latest, sequence);
    previous = record.hash;
  }
  if (count > latest) faults.push(`${describeRange(latest + 1, count)} missing.`);
  else if (previous !== head) faults.push('The last record is not the end of the chain.');
  return faults;
}

function hashOf({ hash: _, ...record }: AccessRecord): Promise<string> {
  return recordHash(canonicalRecord(record as unknown as CoreRecord));
}

/**
 * Compares the records of a server with those of an earlier export or summary. It notices all changes to records
 * that the earlier file covers, even if all hashes were recomputed, and a cut end.
 */
export function compareWithSaved(live: Chain, saved: Chain): string[] {
  const faults: string[] = [];
  const bySequence = new Map(live.records.map((record) => [record.sequence, record]));
  const latest = live.records.at(-1)?.at ?? 0;
  for (const record of saved.records) {
    const { sequence } = record;
    const present = bySequence.get(sequence);
    if (present !== undefined && present.hash !== record.hash)
      faults.push(`Record ${sequence} differs from the file.`);
    const isMissing = present === undefined && sequence <= live.count;
    if (isMissing && sequence > live.anchor.sequence)
      faults.push(`Record ${sequence} is in the file but no longer on the server.`);
    else if (isMissing && record.at + live.days * day > latest)
      faults.push(`Record ${sequence} was deleted before its ${live.days} days were over.`);
  }
  const end = saved.count === live.anchor.sequence ? live.anchor : bySequence.get(saved.count);
  if (saved.count > live.count)
    faults.push(
      `The server has ${live.count} records, but there were ${saved.count} when the file was made: the end was cut.`,
    );
  else if (end !== undefined && end.hash !== saved.head)
    faults.push(`Record ${saved.count} isn't the one with which the file ends.`);
  return faults;
}

/** Number of a saved file's records that the server still has. */
export const comparedCount = (live: Chain, saved: Chain): number =>
  saved.records.filter(({ sequence }) => sequence > live.anchor.sequence && sequence <= live.count).length;

const describeRange = (from: number, to: number): string =>
  from === to ? `Record ${from} is` : `Records ${from} to ${to} are`;
