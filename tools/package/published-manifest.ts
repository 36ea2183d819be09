import type { Publication } from '../../packages/plid/command/publication.ts';

/**
 * Returns the manifest for npm's registry. A manifest of `npm run pack` keeps the name `plid`, which is also the alias
 * for the published package in a project (`"plid": "npm:@owner/plid@^0.1.0"`).
 */
export const publishedManifest = (manifest: object, { name, repository }: Publication): object => ({
  ...manifest,
  name,
  homepage: `${repository}#readme`,
  bugs: `${repository}/issues`,
  // npm compares this URL with the repository that runs the workflow.
  repository: { type: 'git', url: `git+${repository}.git`, directory: 'packages/plid' },
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
