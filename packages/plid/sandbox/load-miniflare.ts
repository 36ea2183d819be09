import { SandboxError } from './sandbox-error.ts';

type Five = typeof import('miniflare');

/** The parts of miniflare that the sandbox uses. Version 4 takes options without their conversion, and names its newest compatibility date. */
export interface Runtime extends Pick<Five, 'Miniflare'>, Partial<Pick<Five, 'convertV4MiniflareOptions'>> {
  supportedCompatibilityDate?: string;
}

/** The first version of Node that it runs on. */
const minNode = 22;

/**
 * miniflare is no dependency, since nothing else of the package needs its runtime, and no peer: npm would refuse the package beside any
 * version that a range does not name. @param version that the sandbox was built and tested with.
 * @throws {SandboxError} where Node is too old, or no miniflare is installed.
 */
export async function loadMiniflare(version: string): Promise<Runtime> {
  const node = Number.parseInt(process.versions.node, 10);
  if (node < minNode)
    throw new SandboxError(
      `The sandbox needs Node ${minNode} or later, and this is Node ${process.versions.node}.`,
    );
  try {
    return await import('miniflare');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw failure;
    throw new SandboxError(
      `The sandbox runs on miniflare, which is not installed. Run: npm install --save-dev miniflare@${version}`,
    );
  }
}
