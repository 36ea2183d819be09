import type { Played } from './cases.ts';

export class Statistics {
  requests = 0;
  /** Requests that the runtime refused before a worker saw them. */
  refusedByRuntime = 0;
  /** The slowest answer, in milliseconds, and its route. */
  slowest = { milliseconds: 0, route: '' };
  /** By route, and by class of status: `service POST /oauth2/token` → `4xx`; `runtime`: refused before a worker saw it. */
  readonly routes = new Map<string, Map<string, number>>();
  readonly #begun = Date.now();

  add(played: readonly Played[]): void {
    for (const one of played) {
      this.requests += 1;
      if ('failure' in one) continue;
      const { status, milliseconds } = one.exchange.answer;
      if (one.isOfRuntime) this.refusedByRuntime += 1;
      else if (milliseconds > this.slowest.milliseconds) this.slowest = { milliseconds, route: routeOf(one) };
      const counts = this.routes.get(routeOf(one)) ?? new Map<string, number>();
      const kind = one.isOfRuntime ? 'runtime' : `${Math.floor(status / 100)}xx`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      this.routes.set(routeOf(one), counts);
    }
  }

  /** A table as text: a line for each route. */
  toString(): string {
    const rows = [...this.routes].sort(([one], [other]) => one.localeCompare(other));
    const lines = rows.map(([route, counts]) => {
      const numbers = [...counts].sort().map(([kind, count]) => `${kind} ${count}`);
      return `${route.padEnd(58)} ${numbers.join('  ')}`;
    });
    const seconds = (Date.now() - this.#begun) / 1000;
    const { milliseconds, route } = this.slowest;
    return [
      ...lines,
      `${this.requests} requests in ${Math.round(seconds)} s, ${Math.round(this.requests / seconds)} a second; ` +
        `${this.refusedByRuntime} refused by the runtime itself`,
      `the slowest answer: ${milliseconds} ms, ${route}`,
    ].join('\n');
  }
}

/** The route of the good request that was changed, even if its method or path were. */
const routeOf = ({ step: { request } }: Played): string => request.replace(/ \d+$/, '');
