import type { Dump } from '../assertions/inspect-storage.ts';
import type { Observed } from '../assertions/observed-objects.ts';
import type { World } from './world.ts';

type ClassName = 'AccessRecords' | 'Account' | 'Phone' | 'Application' | 'Flow' | 'User';

/** One user's sign-in, with everything that a build has stored for it. */
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

/** Puts a world into the state that a build has left, at the time of that state. */
export async function restoreWorld(world: World, { written, objects, applications }: Fixture): Promise<void> {
  await world.clock.advance(written - (await world.clock.now()));
  for (const { class: className, name, dump } of objects) {
    const object = storedObject(world, className, name);
    await object.restore(dump);
    await Promise.resolve(object.restart()).catch(() => undefined);
  }
  const { APPLICATIONS } = await world.env('plid-service-token');
  for (const [key, value] of Object.entries(applications)) await APPLICATIONS.put(key, value);
}

export const storedObject = (world: World, className: ClassName, name: string): Observed =>
  world.durableObjects[className.toUpperCase()].getByName(name);
