import {
  type Sandbox,
  type SandboxOptions,
  startSandboxFrom,
} from '../../../packages/plid/sandbox/start-sandbox.ts';
import { buildSandboxWorld } from '../../../tools/package/sandbox-world.ts';
import { compareWithContract } from '../assertions/contract.ts';
import { folderMadeOnce } from './isolation.ts';
import { useStarted } from './use-world.ts';

/** The folder of the sandbox's worker, built once per run from these sources, as `npm run build` does it. */
export const sandboxFolder = (): Promise<string> => folderMadeOnce('sandbox', buildSandboxWorld);

/** `startSandbox` of these sources. */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> =>
  startSandboxFrom(await sandboxFolder(), options);

/** A sandbox for all tests of a file. @returns a function that gives the sandbox within a test. */
export const useSandbox = (options: SandboxOptions = {}) =>
  useStarted(async () => {
    const lines: string[] = [];
    const sandbox = await startSandbox({ ...options, log: (line) => lines.push(line) });
    return Object.assign(sandbox, { logs: () => lines.join('\n'), close: () => sandbox.stop() });
  });

/** Calls a sandbox over HTTP, as a test in another language does; the answer is checked against the contract. */
export async function askOverHttp(
  url: string,
  method: string,
  route: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const json = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const address = new URL(`/sandbox${route}`, url);
  const answer = await fetch(address, { method, ...(body === undefined ? {} : json) });
  await compareWithContract(method, address, answer);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
