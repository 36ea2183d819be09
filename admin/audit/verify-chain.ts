import {
  type AccessRecord as CoreRecord,
  canonicalRecord,
  recordHash,
} from '../../workers/audit/access-record.ts';
import type { AccessRecord, Chain } from './chain.ts';
import { clockTolerance, hasExpired, retentionDays, retentionFaults, summaryFaults } from './retention.ts';
import type { SavedChain } from './saved-chain.ts';

/**
 * Returns what is wrong with the records of a server, one sentence per fault. It notices records that were changed,
 * removed, or inserted without recomputing all later hashes. @param now the verifier's own clock, in seconds since
 * 1970.
 */
export async function findChainFaults(chain: Chain, now: number): Promise<string[]> {
  const { records, anchor, count, head } = chain;
  const faults = [...retentionFaults(chain), ...timeFaults(records, now)];
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

/** The server writes times that never fall, and its clock is right within minutes. */
function timeFaults(records: readonly AccessRecord[], now: number): string[] {
  return records.flatMap(({ sequence, at }, index) => {
    const before = records[index - 1];
    if (before !== undefined && at < before.at)
      return [`Record ${sequence} is dated before record ${before.sequence}.`];
    return at > now + clockTolerance ? [`Record ${sequence} is dated in the future.`] : [];
  });
}

function hashOf({ hash: _, ...record }: AccessRecord): Promise<string> {
  return recordHash(canonicalRecord(record as unknown as CoreRecord));
}

/**
 * Compares the records of a server with those of an earlier export or summary. It notices all changes to records
 * that the earlier file covers, even if all hashes were recomputed, and a cut end. @param now the verifier's own
 * clock, in seconds since 1970.
 */
export function compareWithSaved(live: Chain, saved: SavedChain, now: number): string[] {
  const days = retentionDays(live, saved);
  const faults = summaryFaults(live, saved, days, now);
  const bySequence = new Map(live.records.map((record) => [record.sequence, record]));
  for (const record of saved.records) {
    const { sequence } = record;
    const present = bySequence.get(sequence);
    if (present !== undefined && present.hash !== record.hash)
      faults.push(`Record ${sequence} differs from the file.`);
    const isMissing = present === undefined && sequence <= live.count;
    if (isMissing && sequence > live.anchor.sequence)
      faults.push(`Record ${sequence} is in the file but no longer on the server.`);
    else if (isMissing && !hasExpired(record.at, days, now))
      faults.push(`Record ${sequence} was deleted before its ${days} days were over.`);
  }
  const end = savedEnd(live, saved);
  if (saved.count > live.count)
    faults.push(
      `The server has ${live.count} records, but there were ${saved.count} when the file was made: the end was cut.`,
    );
  else if (end !== undefined && end.hash !== saved.head)
    faults.push(`Record ${saved.count} isn't the one with which the file ends.`);
  return faults;
}

/** The server's record with which a saved file ends. Undefined if it was deleted or never existed. */
const savedEnd = ({ records, anchor }: Chain, { count }: SavedChain): { hash: string } | undefined =>
  count === anchor.sequence ? anchor : records.find(({ sequence }) => sequence === count);

/** Whether the server still has any record of a saved file, so that the comparison shows something. */
export const isComparable = (live: Chain, saved: SavedChain): boolean =>
  savedEnd(live, saved) !== undefined || comparedCount(live, saved) > 0;

/** Number of a saved file's records that the server still has. */
export const comparedCount = (live: Chain, saved: SavedChain): number =>
  saved.records.filter(({ sequence }) => sequence > live.anchor.sequence && sequence <= live.count).length;

const describeRange = (from: number, to: number): string =>
  from === to ? `Record ${from} is` : `Records ${from} to ${to} are`;
