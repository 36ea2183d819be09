import { setTimeout as sleep } from 'node:timers/promises';
import { gatewayCases } from '../cases/gateway.ts';
import { serviceCases } from '../cases/service.ts';
import type { Call, Case, HttpRequest, System } from '../runner/system.ts';
import type { Point, Series } from './series.ts';

const connections = [1, 8, 32, 128, 256];
const each = [1, 10, 100];

/** How many people the requests are spread over when each has several applications or sessions. */
const people = 60;

/**
 * Every series.
 * @param sizes numbers of accounts and sessions: 100,000 take long to make.
 */
export async function allSeries(sizes: readonly number[]): Promise<Series[]> {
  const cases = [...(await serviceCases()), ...(await gatewayCases())];
  const find = (name: string) => cases.find((one) => one.name === name) as Case;
  const grown = (name: string, of: string, prepare: Growth, target?: number): Series => {
    const stated = find(name);
    return {
      name,
      of,
      once: stated.once ?? false,
      helpers: stated.helpers ?? [],
      ...(target !== undefined && { target }),
      points: (of.endsWith('each') ? each : sizes).map((size) => grownPoint(stated, size, prepare)),
    };
  };
  return [
    ...['user', 'session', 'sign-in-page'].map((name) => byConnections(find(name))),
    grown('user', 'accounts', { made: (size) => ({ what: 'tokens', count: size }), isSpread: true }),
    grown('session', 'sessions', {
      made: (size) => ({ what: 'copies', count: size, options: `&people=${size}` }),
      isSpread: true,
    }),
    grown('token', 'applications each', { made: others }, 1.1),
    grown('automatic-login', 'applications each', { made: others }, 1.1),
    grown('callback', 'sessions each', { made: sessions }, 1.1),
  ];
}

const others = (size: number) => ({ what: 'others', count: people, options: `&others=${size - 1}` });
const sessions = (size: number) => ({
  what: 'sessions',
  count: size * people,
  options: `&people=${people}`,
});

/** New objects keep files open until they fall asleep after ten seconds: if there are too many, this waits. */
const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch(async () => {
    await sleep(15_000);
    return work();
  });

/** Values asked for at once: a request can make only a limited number of calls. */
const batch = 500;

/** A series that needs values made before its first request. */
interface Growth {
  /** The request to the worker that mints (stubs/). */
  made(size: number): { what: string; count: number; options?: string };
  /** Whether the requests go to all that was made, one after the other, instead of to a few. */
  isSpread?: boolean;
}

function byConnections(stated: Case): Series {
  const [product] = stated.systems;
  const points = connections.map((size): Point => ({ size, system: product as System, connections: size }));
  return { name: stated.name, of: 'connections', helpers: stated.helpers ?? [], points };
}

function grownPoint(stated: Case, size: number, { made, isSpread = false }: Growth): Point {
  const { systems, name } = stated;
  const [product] = systems as [System];
  let requests: Promise<HttpRequest[]> | undefined;
  const tokens: string[] = [];
  const system: System = {
    ...product,
    name: `${name}-${size}`,
    async prepare(call, asked) {
      await product.prepare?.(call, asked);
      const { what, count, options = '' } = made(size);
      for (let first = 0; first < count; first += batch) {
        const n = Math.min(batch, count - first);
        const answer = await patiently(() => call('mint', `/${what}?n=${n}&first=${first}${options}`));
        tokens.push(...((await answer.json()) as string[]));
      }
    },
    // The first request of the case is the pattern; the others differ from it in their token only.
    async requests(call, count) {
      if (stated.once) return product.requests(withPeople(call), count);
      if (!isSpread) {
        requests ??= product.requests(withPeople(call), count);
        return requests;
      }
      const [first] = await product.requests(withPeople(call), 1);
      if (first === undefined) throw new Error(`${name} has no request`);
      // The next turn continues about here: each request meets another object for as long as there are others.
      tokens.push(...tokens.splice(0, count));
      return tokens.map((token) => ({ ...first, headers: { ...first.headers, ...presenting(name, token) } }));
    },
  };
  return { size, system };
}

const presenting = (name: string, token: string): Record<string, string> =>
  name === 'user'
    ? { Authorization: `Bearer ${token}` }
    : { Cookie: `theme=dark; __Host-plid-session=${token}` };

/** Makes the requests of a case for the people whose data has grown. */
const withPeople =
  (call: Call): Call =>
  (worker, path, init) => {
    const [address = '', query] = path.split('?');
    const parameters = new URLSearchParams(query);
    parameters.set('people', String(people));
    parameters.delete('first');
    if (address === '/devices') parameters.set('n', String(people));
    return call(worker, `${address}?${parameters}`, init);
  };
