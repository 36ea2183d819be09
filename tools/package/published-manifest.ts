import type { Publication } from '../../packages/plid/command/publication.ts';

interface Manifest {
  name: string;
  bin: Readonly<Record<string, string>>;
  exports: Readonly<Record<string, unknown>>;
}

/** The compiled forms of a module of sources. */
const builtModule = (module: string): object => {
  const file = module.replace(/\.ts$/, '');
  return {
    import: { types: `${file}.d.ts`, default: `${file}.js` },
    require: { types: `${file}.d.cts`, default: `${file}.cjs` },
  };
};

const isSource = (file: unknown): file is string => typeof file === 'string' && file.endsWith('.ts');

/** Returns a manifest that names the built files instead of the sources. */
export const builtManifest = (manifest: Manifest): Manifest => ({
  ...manifest,
  bin: Object.fromEntries(
    Object.entries(manifest.bin).map(([name, file]) => [name, file.replace(/\.ts$/, '.js')]),
  ),
  exports: Object.fromEntries(
    Object.entries(manifest.exports).map(([name, file]) => [name, isSource(file) ? builtModule(file) : file]),
  ),
});

/**
 * Returns the manifest for npm's registry, in the scope of the package `plid`. A manifest of `npm run pack` keeps the
 * name without a scope, which is also the alias for the published package in a project
 * (`"plid": "npm:@owner/plid@^0.1.0"`). @param directory of the package's sources in the repository.
 */
export const publishedManifest = (
  manifest: { name: string },
  { name, repository }: Publication,
  directory: string,
): object => ({
  ...manifest,
  name: name.replace(/[^/]+$/, manifest.name),
  homepage: `${repository}#readme`,
  bugs: `${repository}/issues`,
  // npm compares this URL with the repository that runs the workflow.
  repository: { type: 'git', url: `git+${repository}.git`, directory },
});

/** Lists the faults of owner and address. Without a scope, another person could have the name. */
export const faultsOfPublication = (publication: Publication | undefined): string[] =>
  publication === undefined
    ? [
        'packages/plid/command/publication.ts contains no name and no repository. Reserve a scope at npm first.',
      ]
    : [
        ...(/^@[a-z\d][\w.-]*\/plid$/.test(publication.name)
          ? []
          : [`The name ${publication.name} needs a scope, such as @owner/plid.`]),
        ...(/^https:\/\/github\.com\/[\w-]+\/[\w.-]+$/.test(publication.repository) &&
        !publication.repository.endsWith('.git')
          ? []
          : [`The repository ${publication.repository} needs the form https://github.com/owner/plid.`]),
      ];
