import path from 'node:path';
import { configurationOf } from '../../../scripts/configuration/index.ts';
import type { Dump } from '../inspect/inspect-storage.ts';
import type { Storable } from '../inspect/stored-objects.ts';
import {
  deployment,
  listedWorkers,
  type Overrides,
  type Tree,
  thisTree,
  type WorkerInput,
} from './test-workers.ts';
import { startWorld, type World } from './world.ts';

/** Each class, and the worker that is bound to it. */
const classes = {
  Account: { binding: 'ACCOUNT', worker: 'plid-service-authorize' },
  Phone: { binding: 'PHONE', worker: 'plid-service-authorize' },
  Application: { binding: 'APPLICATION', worker: 'plid-service-applications' },
  Flow: { binding: 'FLOW', worker: 'plid-gateway-callback' },
  User: { binding: 'USER', worker: 'plid-gateway-callback' },
} as const;
type ClassName = keyof typeof classes;

/** One person's login, with everything that a release has written for it. */
export interface Fixture {
  /** When it was written, in seconds since 1970. */
  written: number;
  objects: { class: ClassName; name: string; dump: Dump }[];
  /** The copies in KV APPLICATIONS, by key. */
  applications: Record<string, string>;
  person: { name: string; phoneNo: string; telcoCd: string };
  plid: string;
  /** The cookies of their browser, by origin. */
  cookies: Record<string, Record<string, string>>;
  /** The address of the callback that has signed them in. */
  callback: string;
  /** An access token of the demo shop, and the code that it was made from. */
  access_token: string;
  code: string;
}

/**
 * A world whose objects can be written to files and read from them.
 * @param objects the source tree that they come from. @param overrides of the other workers.
 */
export const startStoredWorld = (objects: Tree = thisTree, overrides: Overrides = {}): Promise<World> =>
  startWorld({
    overrides,
    workers: listedWorkers
      .filter(({ classes }) => classes !== undefined)
      .map((worker): WorkerInput => {
        const { secrets: _, ...configuration } = configurationOf(worker, listedWorkers, deployment);
        const main = path.join(objects.top, 'test/support/inspect/stored-objects.ts');
        const services = [{ binding: 'CLOCK', service: 'test-clock' }];
        return { config: { ...configuration, main, services } as never };
      }),
  });

/** Puts a world into the state that a release has left, at the time when it left it. */
export async function restoreWorld(world: World, { written, objects, applications }: Fixture): Promise<void> {
  await world.clock.advance(written - (await world.clock.now()));
  for (const { class: className, name, dump } of objects) {
    await (await storedObject(world, className, name)).restore(dump);
    await Promise.resolve((await storedObject(world, className, name)).restart()).catch(() => undefined);
  }
  const { APPLICATIONS } = await world.env('plid-service-token');
  for (const [key, value] of Object.entries(applications)) await APPLICATIONS.put(key, value);
}

export async function storedObject(world: World, className: ClassName, name: string): Promise<Storable> {
  const { binding, worker } = classes[className];
  const namespace = (await world.env(worker))[binding];
  return namespace.get(namespace.idFromName(name));
}
