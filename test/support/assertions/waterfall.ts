/** The targets of calls, by kind: an object, KV, a carrier, or the other half. */
export type CallKind = 'object' | 'kv' | 'carrier' | 'http';

/**
 * How long a call of each kind is on its way, in milliseconds: far longer than anything else takes, on a busy machine as well.
 */
export const delays: Record<CallKind, number> = { object: 160, kv: 120, carrier: 200, http: 100 };

/** Header that names the call by which a worker is reached. */
export const callHeader = 'Slow-Call';

/** A call of a binding. Times in milliseconds since 1970; it arrives at `reached`. */
interface Call {
  id: string;
  /** The visit that made it; undefined where an object did. */
  visit?: string | undefined;
  kind: CallKind;
  /** `Account.grant`, `APPLICATIONS.get`, `outcome`, `POST /oauth2/token`. */
  to: string;
  began: number;
  reached: number;
  ended: number;
}

/** A request that a worker has answered. */
interface Visit {
  id: string;
  /** The call of another worker that made it; null where a browser did. */
  call: string | null;
  what: string;
  began: number;
  ended: number;
}

/** The reports of a worker: a call that starts, and each call and request that has ended. */
export type Told = { begins: string } | { call: Call } | { visit: Visit };

const names: Record<CallKind, string> = { object: '', kv: 'KV ', carrier: 'carrier ', http: 'HTTP ' };
const nameOf = ({ kind, to }: Call) => names[kind] + to;

/** The calls that a user has waited for, and the longest path through them. */
export interface Waterfall {
  /** Sequential calls of objects and of KV, which determine the user's waiting time. */
  hops: number;
  /** Everything that stood on that way, in order. */
  path: string[];
  /** All other calls: at the same time as those, or after the response. */
  beside: string[];
  /** When each call ran, for people. */
  drawn: string;
}

/** @param told all lines that the workers have logged about some requests. */
export function waterfallOf(told: readonly Told[]): Waterfall {
  const calls = told.flatMap((each) => ('call' in each ? [each.call] : []));
  const visits = told.flatMap((each) => ('visit' in each ? [each.visit] : []));
  const awaited = calls.filter((call) => isAwaited(call, calls, visits));
  const path = longestPath(awaited);
  const known = new Set(visits.map(({ id }) => id));
  const beside = calls.filter(
    (call) => !path.includes(call) && (call.visit === undefined || known.has(call.visit)),
  );
  return {
    hops: path.filter(({ kind }) => kind === 'object' || kind === 'kv').length,
    path: path.map(nameOf),
    beside: [...new Set(beside.map(nameOf))].sort(),
    drawn: draw(visits, [...path, ...beside], path),
  };
}

/** Whether an answer has come after a call's own, and whatever called for that answer has waited as well. */
function isAwaited(call: Call, calls: readonly Call[], visits: readonly Visit[]): boolean {
  if (call.visit === undefined)
    return calls.some(
      (outer) =>
        outer !== call &&
        outer.kind === 'object' &&
        outer.reached <= call.began &&
        call.ended <= outer.ended &&
        isAwaited(outer, calls, visits),
    );
  const visit = visits.find(({ id }) => id === call.visit);
  if (visit === undefined || call.ended > visit.ended) return false;
  const by = calls.find(({ id }) => id === visit.call);
  return by === undefined || isAwaited(by, calls, visits);
}

/**
 * Of all calls of which each began once the one before had arrived, those with the longest sum of delays. The time that the machine adds in between
 * does not count, and two calls at once are one.
 */
function longestPath(calls: readonly Call[]): Call[] {
  const best: Way[] = [];
  for (const call of [...calls].sort((one, other) => one.reached - other.reached)) {
    const before = longestOf(best.filter(({ path }) => (path.at(-1)?.reached ?? 0) <= call.began));
    best.push({ length: before.length + delays[call.kind], path: [...before.path, call] });
  }
  return longestOf(best).path;
}

interface Way {
  length: number;
  path: Call[];
}

/** Of two that are as long, always the same one. */
const longestOf = (ways: readonly Way[]): Way =>
  ways.reduce((most, next) => (isLonger(next, most) ? next : most), { length: 0, path: [] });

const isLonger = (one: Way, other: Way): boolean =>
  one.length === other.length ? wordOf(one) < wordOf(other) : one.length > other.length;

const wordOf = ({ path }: Way): string => path.map(nameOf).join();

/** Whether a call has started and not ended yet. */
export function isUnderWay(told: readonly Told[]): boolean {
  const begun = new Set(told.flatMap((each) => ('begins' in each ? [each.begins] : [])));
  for (const each of told) if ('call' in each) begun.delete(each.call.id);
  return begun.size > 0;
}

/** In milliseconds. */
const widthOfMark = 30;

function draw(visits: readonly Visit[], calls: readonly Call[], path: readonly Call[]): string {
  const start = Math.min(...visits.map(({ began }) => began));
  const lines = [
    ...visits.map(({ what, began, ended }) => ({ began, ended, label: what, mark: '─' })),
    ...calls.map((call) => ({ ...call, label: `  ${nameOf(call)}`, mark: path.includes(call) ? '█' : '░' })),
  ].sort((one, other) => one.began - other.began || other.ended - one.ended);
  const width = Math.max(0, ...lines.map(({ label }) => label.length));
  return lines
    .map(({ label, mark, began, ended }) => {
      const [from, to] = [began - start, ended - start];
      const bar = ' '.repeat(from / widthOfMark) + mark.repeat(Math.max(1, (to - from) / widthOfMark));
      return `${label.padEnd(width)} ${String(from).padStart(5)} to ${String(to).padStart(5)} ${bar}`;
    })
    .join('\n');
}
