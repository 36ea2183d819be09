/** Owner and address of the published package. */
export interface Publication {
  /** Name in npm's registry, below a scope that the maintainers own, such as `@owner/plid`. */
  name: string;
  /** URL of the repository at GitHub, such as `https://github.com/owner/plid`. */
  repository: string;
  /** URL of the deployed documentation site. Without it, the documentation is in the repository. */
  documentation?: string;
}

/** Only this file contains them. Undefined until the maintainers have reserved a scope. */
export const publication: Publication | undefined = undefined as Publication | undefined;

/** Returns the URL of the documentation, or undefined if the package isn't published. */
export const documentationUrl = (published: Publication | undefined = publication): string | undefined =>
  published && (published.documentation ?? `${published.repository}/tree/HEAD/docs`);
