import { SandboxError } from './sandbox-error.ts';

type MiniflareModule = typeof import('miniflare');

/** The first version of Node that it runs on. */
const minNode = 22;

/** miniflare is a peer dependency, since nothing else of the package needs its runtime. @param version that the sandbox was tested with. */
export async function loadMiniflare(version: string): Promise<MiniflareModule> {
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
