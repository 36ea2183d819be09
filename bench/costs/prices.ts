import type { Units } from './costs.ts';

const millionth = 1e-6;

/** A millisecond of CPU of a worker, and a second of a gigabyte of memory of an object. */
const pricePerCpuMillisecond = 0.02 * millionth;
const pricePerGigabyteSecond = 12.5 * millionth;
/** Assumptions, in milliseconds: CPU time of a request, and how long an object is awake for a call. Neither can be counted here. */
const assumedCpu = 1;
const assumedCallDuration = 10;
/** The memory that an object is billed with, in gigabytes. */
const objectMemory = 0.128;

/**
 * Cloudflare's list prices of the Workers Paid plan, in US dollars, beyond the amounts included in it. docs/verification/tables/costs.md links to each. Storage is paid
 * by the month.
 */
const prices: Record<Exclude<keyof Units, 'bytes'>, number> = {
  requests: 0.3 * millionth + assumedCpu * pricePerCpuMillisecond,
  calls: 0.15 * millionth + (assumedCallDuration / 1000) * objectMemory * pricePerGigabyteSecond,
  rowsRead: 0.001 * millionth,
  rowsWritten: 1 * millionth,
  kvReads: 0.5 * millionth,
  kvWrites: 5 * millionth,
  lines: 0.6 * millionth,
};

export const priceOf = (units: Units): number =>
  (Object.keys(prices) as (keyof typeof prices)[]).reduce((sum, name) => sum + units[name] * prices[name], 0);
