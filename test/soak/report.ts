import type { Growth } from './memory.ts';
import type { soakFor } from './soak.ts';

type Soaked = Awaited<ReturnType<typeof soakFor>>;

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([name, count]) => `\n  ${String(count).padStart(7)}  ${name}`)
    .join('');

/** The figures of a soak without violations, for a person. */
export function describeSoak({ figures, growth, fifths, lasted }: Soaked): string {
  const { logins, automatic, requests, unanswered, kills, rounds } = figures;
  return [
    `As promised. ${Math.round(lasted)} s, ${rounds} rounds, each audited`,
    `Logins: ${logins}, ${(logins / lasted).toFixed(1)} a second; ${automatic} automatic`,
    `Requests: ${requests}, ${unanswered} of them without an answer`,
    `Refusals:${listed(figures.refusals)}`,
    `Faults, and ${kills} kills:${listed(figures.faults)}`,
    `Worst time from the end of a fault to a login: ${(figures.worstRecovery / 1000).toFixed(1)} s`,
    `Held by the workers after a garbage collection: ${describeGrowth(growth)}`,
    `Resident memory of the runtime, medians of the fifths of its last life: ${fifths.join(', ')} MiB`,
    `Audited:${listed(figures.audited)}`,
  ].join('\n');
}

const describeGrowth = (growth: Growth | undefined): string =>
  growth === undefined
    ? 'not measured, the runtime lived too short'
    : `${growth.before} KiB, and ${growth.after} KiB after ${growth.logins} more logins; most, ${growth.most.kib} KiB, by ${growth.most.worker}`;
