import { pathToFileURL } from 'node:url';
import { SandboxError } from './sandbox-error.ts';

type Five = typeof import('miniflare');

/**
 * The parts of miniflare that the sandbox uses. In version 4 of miniflare, the options need no conversion, and an
 * export contains the latest supported compatibility date.
 */
export interface Runtime extends Pick<Five, 'Miniflare'>, Partial<Pick<Five, 'convertV4MiniflareOptions'>> {
  supportedCompatibilityDate?: string;
}

/** The minimum version of Node. */
const minNode = 22;

/**
 * Loads miniflare. It isn't a dependency, because only the sandbox needs it. It isn't a peer dependency either,
 * because npm would then reject other versions. @param file of miniflare; undefined for the installed one.
 * @throws {SandboxError} if Node is too old or miniflare is missing.
 */
export async function loadMiniflare(file: string | undefined): Promise<Runtime> {
  requireNode();
  try {
    return await import(file === undefined ? 'miniflare' : pathToFileURL(file).href);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw failure;
    throw new SandboxError(
      'The sandbox runs on miniflare, which is not installed. Install it with wrangler: npm install --save-dev wrangler',
    );
  }
}

/** @throws {SandboxError} if Node is too old. */
export function requireNode(): void {
  if (Number.parseInt(process.versions.node, 10) < minNode)
    throw new SandboxError(
      `The sandbox needs Node ${minNode} or later, but this is Node ${process.versions.node}. Install a newer Node from https://nodejs.org, and run the command again.`,
    );
}
