/** `npx node tools/checks/pinned-versions.ts`: asks npm's registry about every pinned package. A nightly workflow runs it. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { printFailure } from '../terminal/failure.ts';

/** A package with an exact version in a package.json. */
export interface Pin {
  name: string;
  /** Such as `5.0.24`. */
  version: string;
}

/** What the registry says about a package. */
export interface Published {
  /** Version of the dist-tag `latest`. */
  latest: string;
  /** The reason for which its author withdrew the pinned version. */
  deprecated?: string | undefined;
}

/** A package that only comes with another one, and must have the version that the other one requires. */
const companions: Readonly<Record<string, string>> = { miniflare: 'wrangler' };

/** Pinned versions of the repository, without ranges and local packages. */
export function readPins(root: string): Pin[] {
  const files = [
    'package.json',
    ...globSync('{tools,tools/checks,site,sandbox,admin,verify,bench,packages/*}/package.json', {
      cwd: root,
    }),
  ];
  const stated = files.flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync(path.join(root, file), 'utf8'),
    ) as Record<string, Record<string, string> | undefined>;
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  const pinned = stated.filter(([, version]) => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version));
  return [...new Map(pinned).entries()].map(([name, version]) => ({ name, version }));
}

/**
 * Whether a version comes after another one (Semantic Versioning 2.0.0, item 11): by its numbers, and a pre-release before its
 * release. Two pre-releases of the same numbers count as equal.
 */
export function isNewer(version: string, other: string): boolean {
  const numbers = (text: string) => text.split('-', 1)[0]?.split('.').map(Number) ?? [];
  const [left, right] = [numbers(version), numbers(other)];
  const difference = left.map((number, index) => number - (right[index] ?? 0)).find((each) => each !== 0);
  return difference === undefined ? !version.includes('-') && other.includes('-') : difference > 0;
}

/** What is wrong with a pinned version, as a sentence; undefined if nothing is. @param required the version that another package requires. */
export function faultOfPin(
  { name, version }: Pin,
  published: Published,
  required?: string,
): string | undefined {
  const { latest, deprecated } = published;
  if (deprecated) return `${name} ${version} is deprecated: ${deprecated}`;
  if (required !== undefined)
    return version === required
      ? undefined
      : `${name} is ${version}, but ${companions[name]} requires ${required}.`;
  return isNewer(version, latest)
    ? `${name} ${version} is newer than its latest release ${latest}.`
    : undefined;
}

/** Asks npm's registry about a package. @throws if npm can't be reached, or doesn't know the version. */
async function view(name: string, version: string) {
  // If only one of the fields exists, npm prints its value without a name. Every version has two of these.
  const words = [
    'view',
    `${name}@${version}`,
    'version',
    'dist-tags',
    'deprecated',
    'dependencies',
    '--json',
  ];
  const { stdout } = await promisify(execFile)('npm', words, { shell: process.platform === 'win32' });
  return JSON.parse(stdout) as {
    'dist-tags': { latest: string };
    deprecated?: string;
    dependencies?: Record<string, string>;
  };
}

async function check(root: string): Promise<void> {
  const pins = readPins(root);
  const faults: string[] = [];
  for (const pin of pins) {
    const { 'dist-tags': tags, deprecated } = await view(pin.name, pin.version);
    const owner = pins.find(({ name }) => name === companions[pin.name]);
    const required = owner && (await view(owner.name, owner.version)).dependencies?.[pin.name];
    const fault = faultOfPin(pin, { latest: tags.latest, deprecated }, required);
    if (fault !== undefined) faults.push(fault);
  }
  for (const fault of faults) printFailure(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`None of ${pins.length} pinned versions is deprecated or newer than its latest release.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await check(path.resolve(import.meta.dirname, '../..'));
