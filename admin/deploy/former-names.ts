import type { Half } from '../../tools/configuration/index.ts';

/** Workers and their names in the previous release. The deployment moves routes from the former name to the present one. */
const formerWorkers: Readonly<Record<string, string>> = {
  'service-carrier-callback': 'service-answered',
};

/**
 * Returns the name that a worker of a deployment had in the previous release, or undefined if the worker wasn't
 * renamed.
 */
export function formerNameOf(name: string, prefix: string): string | undefined {
  const former = formerWorkers[name.slice(prefix.length + 1)];
  return former === undefined ? undefined : `${prefix}-${former}`;
}

/** Rate limits of the settings file, by their names in the previous release. */
const renamedLimits: Readonly<Record<string, string>> = { ANSWERED_LIMIT: 'CARRIER_CALLBACK_LIMIT' };

interface Described {
  without: string[];
  limits: Record<string, number>;
}

/**
 * Replaces the names of the previous release in a settings file. If the file contains both names, the value under
 * the present name is used.
 * @returns the settings under their present names, and a warning for each replaced name.
 */
export function replaceFormerNames(half: Half, { without, limits }: Described) {
  const renamedWorkers = Object.fromEntries(
    Object.entries(formerWorkers).map(([name, former]) => [pathOf(half, former), pathOf(half, name)]),
  );
  const renamed = { ...renamedWorkers, ...renamedLimits };
  const current = (name: string): string => renamed[name] ?? name;
  const former = [...without, ...Object.keys(limits)].filter((name) => name in renamed);
  return {
    without: without.map(current),
    limits: { ...mapKeys(limits, current), ...withoutKeys(limits, renamed) },
    formerNames: former.map(
      (name) => `Warning: ${name} is now ${renamed[name]}. Version 0.4 accepts only the new name`,
    ),
  };
}

const pathOf = (half: Half, worker: string): string => worker.replace(`${half}-`, '');

const mapKeys = <Value>(values: Record<string, Value>, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));

const withoutKeys = <Value>(values: Record<string, Value>, excluded: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(name in excluded)));
