import fc from 'fast-check';
import { askSandbox } from '../../test/support/requests/sandbox-requests.ts';
import type { World } from '../../test/support/world/world.ts';
import { faultyEndpoints, type Half, halves, kvOf, objectsOf } from './failing-world.ts';
import type { LivingWorld } from './living-world.ts';
import { persist } from './retry-unanswered.ts';
import type { KvBehaviour } from './stored-kv-worker.ts';

/** A fault of the sandbox (docs/sandbox/faults.md). */
type Fault = Record<string, string | number>;

/** An event that the workers meet while one request, or the requests of one sign-in, are on their way. */
export type Disturbance =
  | { kind: 'kill'; after: number }
  | { kind: 'service'; faults: Fault[] }
  | { kind: 'kv'; half: Half; behaviour: KvBehaviour }
  | { kind: 'objects'; half: Half };

const half = fc.constantFrom(...halves);
const faults: readonly Fault[] = [
  { kind: 'error', status: 503, error: 'server_error' },
  { kind: 'html', status: 502 },
  { kind: 'html', status: 200 },
  { kind: 'cut' },
  { kind: 'delay', milliseconds: 300 },
];
/** One fault at each endpoint, the next request of which meets it. */
const atService = fc.tuple(
  ...faultyEndpoints.map((endpoint) =>
    fc.constantFrom(...faults).map((fault): Fault => ({ ...fault, endpoint })),
  ),
);
const silentCarriers: Fault = { endpoint: 'carrier', kind: 'outage', count: 10, milliseconds: 0 };
const behaviours: readonly KvBehaviour[] = [{ lag: 60 }, { calls: 'fail' }];

/** A fault lasts a while longer than the first try, in milliseconds: what follows from it, such as an event, meets it as well. */
const afterwards = 100;

export const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), after: fc.nat(60) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('service' as const),
      faults: fc.oneof(
        { weight: 4, arbitrary: atService },
        { weight: 1, arbitrary: fc.constant<Fault[]>([silentCarriers]) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('kv' as const),
      half,
      behaviour: fc.constantFrom<KvBehaviour>(...behaviours),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('objects' as const), half }) },
);

/**
 * Takes a step while something happens, and again until it is answered, after that has ended. @returns the answer, and the number of tries that had
 * none: the workers may have done what each of them asked.
 */
export async function whileDisturbed<Answer>(
  living: LivingWorld,
  disturbance: Disturbance,
  take: () => Promise<Answer>,
): Promise<{ answer: Answer; lost: number }> {
  const end = await begin(living, disturbance);
  let isFirst = true;
  return persist(async () => {
    if (!isFirst) return take();
    isFirst = false;
    // The end of a kill comes in the middle of the step.
    const [taken] = await Promise.allSettled([take(), ...(disturbance.kind === 'kill' ? [end()] : [])]);
    if (disturbance.kind !== 'kill') {
      await new Promise((resolve) => setTimeout(resolve, afterwards));
      await end();
    }
    if (taken.status === 'rejected') throw taken.reason;
    return taken.value;
  });
}

/** @returns the end of it. */
async function begin(living: LivingWorld, disturbance: Disturbance): Promise<() => Promise<void>> {
  const { world } = living;
  if (disturbance.kind === 'kill')
    return async () => {
      await new Promise((resolve) => setTimeout(resolve, disturbance.after));
      await living.killAndStart(false);
    };
  if (disturbance.kind === 'service') {
    await setFaults(world, disturbance.faults);
    return () => setFaults(world, []);
  }
  if (disturbance.kind === 'kv') {
    const kv = await kvOf(world, disturbance.half);
    await kv.behave(disturbance.behaviour);
    return async () => kv.behave({});
  }
  const objects = await objectsOf(world);
  await objects.fail(disturbance.half, 'reset');
  return async () => objects.fail(disturbance.half, undefined);
}

async function setFaults(world: World, faults: object[]): Promise<void> {
  const answer = await askSandbox(world, 'PUT', '/faults', { faults });
  if (answer.status !== 200) throw new Error(`No faults: ${await answer.text()}`);
}
