import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The rings, lowest first: a source file imports only its own ring and lower ones, including types. */
const rings = [
  'workers/core',
  'packages/plid',
  'packages/plid-kits',
  'workers/openid',
  'workers/audit',
  'workers/pages',
  'workers',
  'tools',
  'site',
  'sandbox',
  'admin',
  'verify',
  'bench',
] as const;

/** Service and gateway, which never import each other. */
const halves = ['workers/service', 'workers/gateway'];

/** Tests, verification, and benchmarks may import any ring and test support. */
const isTest = /^(?:test|verify|bench)\/|^\w+\/test\/|^vitest\.config\.ts$/;

const isInside = (folder: string, file: string): boolean => file.startsWith(`${folder}/`);

/** The rank of a file's ring. The longest matching folder counts. -1 outside of all rings. */
function rankOf(file: string): number {
  const inside = rings.filter((ring) => isInside(ring, file)).sort((a, b) => b.length - a.length);
  return inside[0] === undefined ? -1 : rings.indexOf(inside[0]);
}

/** The files that a source file imports, including types. @param file path from the root, like the results. */
export const importedBy = (file: string, source: string): string[] =>
  [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, name = '']) =>
    path.posix.join(path.posix.dirname(file), name),
  );

const sources = () =>
  new Map(
    globSync('{packages/*,workers,tools,site,sandbox,admin}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/{node_modules,dist,.wrangler}/**'],
    }).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );

/** Imports that the order of the rings forbids, one sentence each. @param files sources by path from the root. */
export function faultsOfImports(files: ReadonlyMap<string, string> = sources()): string[] {
  return [...files].flatMap(([file, source]) =>
    importedBy(file, source).flatMap((other) => {
      const reason = reasonAgainst(file, other);
      return reason === undefined ? [] : [`${file} imports ${other}: ${reason}`];
    }),
  );
}

/** The folder of the optional part that a file belongs to. */
const featureOf = (file: string): string | undefined =>
  /^workers\/(?:service|gateway)\/features\/[^/]+(?=\/)/.exec(file)?.[0];

/** Whether a file may name optional parts: a worker's entry point, and the list and the entry points of `plid/gateway`. */
const namesFeatures = (file: string): boolean =>
  path.posix.basename(file) === 'index.ts' ||
  /^workers\/gateway\/single-worker\/(?:gateway-workers|guard|forward-auth|openid|people)\.ts$/.test(file);

function reasonAgainst(file: string, other: string): string | undefined {
  if (isTest.test(file)) return undefined;
  if (isTest.test(other)) return 'only tests import tests and their support.';
  const [own, half] = [file, other].map((name) => halves.find((folder) => isInside(folder, name)));
  if (own !== undefined && half !== undefined && own !== half)
    return 'service and gateway meet over HTTP only. Move what both need to workers/core.';
  const feature = featureOf(other);
  if (own !== undefined && feature !== undefined && featureOf(file) !== feature && !namesFeatures(file))
    return "only a worker's index.ts imports an optional part. Let the part implement a seam of the flow.";
  if (rankOf(other) <= rankOf(file) || rankOf(file) === -1) return undefined;
  return `the order of the rings is ${rings.join(', ')}. Move what both need to the lower one.`;
}
