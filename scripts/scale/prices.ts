import type { Units } from './costs.ts';

const millionth = 1e-6;

/**
 * Cloudflare's list prices of the Workers Paid plan, in US dollars, for what goes beyond the amounts included in it. Where each is published:
 * docs/scale.md.
 */
const prices: Record<keyof Units, number> = {
  requests: 0.3 * millionth,
  calls: 0.15 * millionth,
  rowsRead: 0.001 * millionth,
  rowsWritten: 1 * millionth,
  kvReads: 0.5 * millionth,
  kvWrites: 5 * millionth,
  lines: 0.6 * millionth,
};

/** A month of a gigabyte (10^9 bytes) in objects. */
export const pricePerGigabyte = 0.2;
/** A millisecond of CPU of a worker, and a second of a gigabyte of memory of an object. */
const pricePerCpuMillisecond = 0.02 * millionth;
const pricePerGigabyteSecond = 12.5 * millionth;

/** Taken for what nobody can count here: CPU of a request, and how long an object is awake for a call, in milliseconds. */
const assumedCpu = 1;
const assumedCallDuration = 10;
/** The memory that an object is billed with, in gigabytes. */
const objectMemory = 0.128;

/** What it costs in US dollars, part by part. */
export function priceOf(units: Units): Record<keyof Units | 'cpu' | 'duration', number> {
  const names = Object.keys(prices) as (keyof Units)[];
  const parts = Object.fromEntries(names.map((name) => [name, units[name] * prices[name]]));
  return {
    ...(parts as Record<keyof Units, number>),
    cpu: units.requests * assumedCpu * pricePerCpuMillisecond,
    duration: units.calls * (assumedCallDuration / 1000) * objectMemory * pricePerGigabyteSecond,
  };
}

export const totalPrice = (units: Units): number =>
  Object.values(priceOf(units)).reduce((sum, part) => sum + part, 0);
