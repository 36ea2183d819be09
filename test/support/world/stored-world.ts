import type { Dump } from '../inspect/inspect-storage.ts';
import type { Observed } from '../inspect/observed-objects.ts';
import type { World } from './world.ts';

/** Each class, and a worker that is bound to it. */
const classes = {
  Account: { binding: 'ACCOUNT', worker: 'plid-service-authorize' },
  Phone: { binding: 'PHONE', worker: 'plid-service-authorize' },
  Application: { binding: 'APPLICATION', worker: 'plid-service-applications' },
  Flow: { binding: 'FLOW', worker: 'plid-gateway-callback' },
  User: { binding: 'USER', worker: 'plid-gateway-callback' },
} as const;
type ClassName = keyof typeof classes;

/** One person's login, with everything that a release has stored for it. */
export interface Fixture {
  /** The time of writing, in seconds since 1970. */
  written: number;
  objects: { class: ClassName; name: string; dump: Dump }[];
  /** The copies in KV APPLICATIONS, by key. */
  applications: Record<string, string>;
  person: { name: string; phoneNo: string; telcoCd: string };
  plid: string;
  /** The cookies of their browser, by origin. */
  cookies: Record<string, Record<string, string>>;
  /** The address of the callback that signed them in. */
  callback: string;
  /** An access token of the demo shop, and the code that it was issued for. */
  access_token: string;
  code: string;
}

/** Puts a world into the state that a release has left, at the time of that state. */
export async function restoreWorld(world: World, { written, objects, applications }: Fixture): Promise<void> {
  await world.clock.advance(written - (await world.clock.now()));
  for (const { class: className, name, dump } of objects) {
    await (await storedObject(world, className, name)).restore(dump);
    await Promise.resolve((await storedObject(world, className, name)).restart()).catch(() => undefined);
  }
  const { APPLICATIONS } = await world.env('plid-service-token');
  for (const [key, value] of Object.entries(applications)) await APPLICATIONS.put(key, value);
}

export async function storedObject(world: World, className: ClassName, name: string): Promise<Observed> {
  const { binding, worker } = classes[className];
  const namespace = (await world.env(worker))[binding];
  return namespace.get(namespace.idFromName(name));
}
