import path from 'node:path';
import type { Costs } from '../../../bench/costs/costs.ts';
import { configurationOf } from '../../../tools/configuration/index.ts';
import type { Counted } from '../assertions/counted-objects.ts';
import { type LogLine, logLines } from '../assertions/log-lines.ts';
import { deployment, listedWorkers } from './configurations.ts';
import { origins, serviceSecrets } from './test-settings.ts';
import { control, kvBindingsOf, type Overrides, root } from './test-workers.ts';
import { useStarted } from './use-world.ts';
import type { WorkerInput } from './worker-options.ts';
import { startWorld } from './world.ts';

const halves = ['service', 'gateway'] as const;
const kvOf = { service: 'service-kv', gateway: 'gateway-kv' };

const kvWorkers = Object.values(kvOf).map(
  (name): WorkerInput => ({
    config: {
      name,
      main: path.join(root, 'test/support/fakes/counting-kv-worker.ts'),
      compatibility_date: '2026-10-20',
      services: [{ binding: 'CLOCK', service: control }],
    },
  }),
);

/** The workers that hold the objects of every deployment: on the real clock, so that they set their alarms for the right moment. */
const objectWorkers = listedWorkers
  .filter(({ classes, deployedFor }) => classes !== undefined && deployedFor === undefined)
  .map((worker): WorkerInput => {
    const { secrets: _, kv_namespaces, ...config } = configurationOf(worker, listedWorkers, deployment);
    const main = path.join(root, 'test/support/assertions/counted-objects.ts');
    const services = (kv_namespaces ?? []).map(({ binding }) => ({ binding, service: kvOf.service }));
    const { EVENT_KEY, DISCLOSURE_KEY } = serviceSecrets;
    const secrets = { EVENT_KEY, DISCLOSURE_KEY };
    return { config: { ...config, main, services } as never, secrets };
  });

const overrides = Object.fromEntries(
  halves.flatMap((half) =>
    [...kvBindingsOf(half)].map(([worker, names]) => [
      worker,
      { bindingOverrides: Object.fromEntries(names.map((name) => [name, kvOf[half]])) },
    ]),
  ),
);

interface More {
  single?: boolean;
  workers?: WorkerInput[];
  adjust?: (settings: Overrides) => Overrides;
}

interface Counters {
  takeCosts(): Promise<Costs['objects']>;
  nextAlarm(): Promise<ReturnType<Counted['nextAlarm']>>;
}

interface KvCounter {
  takeCosts(): Promise<Costs['kv']>;
}

/** After so long without an event, in milliseconds, all work counts as done. */
const quiet = 150;

/**
 * Both halves with all their storage, where everything is counted that Cloudflare bills.
 * @param guard settings of the gateway's guard that differ. @param more further workers, and the settings of the others that
 * they change.
 */
export async function startCountedWorld(
  guard: Record<string, string> = {},
  { adjust = (settings) => settings, workers = [], ...more }: More = {},
) {
  const own = {
    'plid-gateway-guard': { ...overrides['plid-gateway-guard'], vars: guard },
    // An address that may not be opened would be one more line of the log for each sign-in.
    'plid-service-authorize': {
      ...overrides['plid-service-authorize'],
      vars: { PHONE_APP_LINKS: origins.sandbox },
    },
  };
  const world = await startWorld({
    ...more,
    overrides: adjust({ ...overrides, ...own }),
    workers: [...kvWorkers, ...objectWorkers, ...workers],
  });
  const { ACCOUNT, USER } = world.durableObjects;
  const counters: Counters[] = [ACCOUNT.getByName('any'), USER.getByName('any')];
  const { exported } = world.harness;
  const kv = await Promise.all(Object.values(kvOf).map((name) => exported<KvCounter>(name)));
  let counted = 0;

  async function take(): Promise<Costs> {
    const lines = logLines(world).filter(({ worker }) => worker !== 'sandbox');
    const written = lines.slice(counted);
    counted = lines.length;
    const objects = await Promise.all(counters.map((each) => each.takeCosts()));
    const copies = await Promise.all(kv.map((each) => each.takeCosts()));
    return {
      requests: byWorker(written.filter(({ milliseconds }) => milliseconds !== undefined)),
      lines: byWorker(written),
      objects: Object.assign({}, ...objects),
      kv: Object.assign({}, ...copies),
    };
  }

  /** The costs since the last call, together with work that continues after the answer. */
  async function takeAll(): Promise<Costs> {
    let all = await take();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, quiet));
      const more = await take();
      if (isNothing(more)) return all;
      all = sum(all, more);
    }
  }

  return {
    ...world,
    /** The costs of some work, with everything that continues after its last answer; earlier work is not counted. */
    async costOf(work: () => Promise<unknown>): Promise<Costs> {
      await takeAll();
      await work();
      return takeAll();
    },
    /** Runs the alarms that are due within a time, in order. @param seconds from now. @returns their costs. */
    async afterwards(seconds: number): Promise<Costs> {
      const until = Date.now() + seconds * 1000;
      for (const counter of counters) {
        for (;;) {
          const next = await counter.nextAlarm();
          if (next === undefined || next.due > until) break;
          const namespace = world.durableObjects[next.className.toUpperCase()];
          await namespace.get(namespace.idFromString(next.id)).runAlarm();
        }
      }
      return take();
    },
  };
}

export type CountedWorld = Awaited<ReturnType<typeof startCountedWorld>>;

/** A counted world for all tests of a file; see useWorld. */
export const useCountedWorld = (more?: More): CountedWorld => useStarted(() => startCountedWorld({}, more));

function byWorker(lines: LogLine[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { worker } of lines) counts[String(worker)] = (counts[String(worker)] ?? 0) + 1;
  return counts;
}

const isNothing = (costs: Costs) => Object.values(costs).every((part) => Object.keys(part).length === 0);

/** Adds numbers by name, at any depth. */
function sum<Part extends object>(one: Part, other: Part): Part {
  const added = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = Reflect.get(added, name);
    Reflect.set(added, name, typeof value === 'object' ? sum(before ?? {}, value) : (before ?? 0) + value);
  }
  return added;
}
