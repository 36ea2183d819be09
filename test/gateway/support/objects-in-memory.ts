import { Objects } from '../../support/fakes/objects.ts';
import type { Schedule } from '../../support/fakes/schedule.ts';

type Ask = (className: string, name: string, method: string, ...parameters: unknown[]) => Promise<unknown>;

/**
 * Objects in this process: the real classes over SQLite in memory, for tests of the order of two calls.
 * @param envOf the bindings of each object. @returns a function that calls a method of the object with a name, and one that
 * returns when an object's alarm is due, in milliseconds since 1970.
 */
export function inMemory(
  classes: ConstructorParameters<typeof Objects>[1],
  envOf: (ask: Ask) => object,
): Ask & { alarmOf(className: string, name: string): number | null | undefined } {
  const schedule = undefined as never as Schedule;
  const objects: Objects = new Objects(schedule, classes, () => envOf(ask));
  const ask: Ask = (...call) => objects.ask(...call);
  const alarmOf = (className: string, name: string) => objects.storages().get(`${className} ${name}`)?.alarm;
  return Object.assign(ask, { alarmOf });
}
