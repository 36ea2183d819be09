import { bound } from './memory.ts';
import type { soakFor } from './soak.ts';

type Soaked = Awaited<ReturnType<typeof soakFor>>;

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([name, count]) => `\n  ${String(count).padStart(7)}  ${name}`)
    .join('');

/** The figures of a soak that found nothing, for a person. */
export function describeSoak({ figures, curve, lasted }: Soaked): string {
  const { logins, automatic, requests, unanswered, kills, rounds } = figures;
  const memory =
    curve === undefined
      ? 'not measured: the runtime lived too short, or this system does not tell'
      : `${curve.fifths.join(', ')} MiB: the medians of the fifths of the runtime's last life; ${curve.logins} logins from the second to the last`;
  return [
    `As promised. ${Math.round(lasted)} s, ${rounds} rounds, each audited`,
    `Logins: ${logins}, ${(logins / lasted).toFixed(1)} a second; ${automatic} automatic`,
    `Requests: ${requests}, ${unanswered} of them without an answer`,
    `Refusals:${listed(figures.refusals)}`,
    `Faults, and ${kills} kills:${listed(figures.faults)}`,
    `Worst time from the end of a fault to a login: ${(figures.worstRecovery / 1000).toFixed(1)} s`,
    `Memory: ${memory}; ${curve?.holds === false ? 'MORE' : 'no more'} than ${bound.share * 100} % and ${bound.kibPerLogin} KiB a login`,
    `Audited:${listed(figures.audited)}`,
  ].join('\n');
}
