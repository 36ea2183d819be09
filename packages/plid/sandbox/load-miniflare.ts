import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SandboxError } from './sandbox-error.ts';

type Five = typeof import('miniflare');

/**
 * The parts of miniflare that the sandbox uses. In version 4 of miniflare, the options need no conversion, and an
 * export contains the latest supported compatibility date.
 */
export interface Runtime extends Pick<Five, 'Miniflare'>, Partial<Pick<Five, 'convertV4MiniflareOptions'>> {
  supportedCompatibilityDate?: string | undefined;
}

/** The minimum version of Node. */
const minNode = 22;

/**
 * Loads miniflare. It isn't a dependency, because only the sandbox needs it. It isn't a peer dependency either,
 * because npm would then reject other versions. @param file of miniflare; undefined for the installed one.
 * @param project folder whose wrangler has a miniflare of its own. @throws {SandboxError} if Node is too old or
 * miniflare is missing.
 */
export async function loadMiniflare(file: string | undefined, project = process.cwd()): Promise<Runtime> {
  requireNode();
  const found = file ?? findMiniflare(project);
  if (found === undefined)
    throw new SandboxError(
      'The sandbox runs on miniflare, which is not installed. Install it with wrangler: npm install --save-dev wrangler',
    );
  const runtime: Runtime = await import(pathToFileURL(found).href);
  return { supportedCompatibilityDate: runtimeDate(found), ...runtime };
}

/**
 * The date of the runtime of a miniflare without the export `supportedCompatibilityDate`. A project may have an older
 * runtime than the sandbox, such as that of Cloudflare's plugins for Vite and Vitest.
 */
function runtimeDate(miniflare: string): string | undefined {
  const workerd = resolveFrom(miniflare, 'workerd');
  if (workerd === undefined) return undefined;
  const { compatibilityDate } = createRequire(miniflare)(workerd) as { compatibilityDate?: string };
  return compatibilityDate;
}

/**
 * The installed miniflare, or the one of the project's wrangler: Yarn Plug'n'Play and pnpm let a package load only
 * what the package itself lists.
 */
function findMiniflare(project: string): string | undefined {
  const own = resolveFrom(import.meta.filename, 'miniflare');
  if (own !== undefined) return own;
  const wrangler = resolveFrom(path.join(project, 'package.json'), 'wrangler');
  return wrangler === undefined ? undefined : resolveFrom(wrangler, 'miniflare');
}

/** Each package manager throws an error of its own. */
function resolveFrom(file: string, name: string): string | undefined {
  try {
    return createRequire(file).resolve(name);
  } catch {
    return undefined;
  }
}

/** @throws {SandboxError} if Node is too old. */
export function requireNode(): void {
  if (Number.parseInt(process.versions.node, 10) < minNode)
    throw new SandboxError(
      `The sandbox needs Node ${minNode} or later, but this is Node ${process.versions.node}. Install a newer Node from https://nodejs.org, and run the command again.`,
    );
}
