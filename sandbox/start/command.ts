import { randomUUID } from 'node:crypto';
import { UsageError } from '../../packages/plid/command/usage-error.ts';
import { claimPort } from '../../packages/plid/sandbox/claim-port.ts';
import { serveSite } from '../../site/server.ts';
import { Failure, printFailure } from '../../tools/terminal/failure.ts';
import { type Io, io, withIo } from '../../tools/terminal/io.ts';
import { carrierCodes } from '../../workers/core/protocol/user-record.ts';
import { prepareFolders } from './folders.ts';
import { serveFrontProxy } from './front-proxy.ts';
import { readOptions, type StartOptions } from './options.ts';
import { networksOverBarocert, networksWithOwnCarrier } from './own-carriers.ts';
import { isPortInUse } from './port.ts';
import { registerRunningWorld } from './running-worlds.ts';
import { serveSandboxBarocert } from './sandbox-barocert.ts';
import { serveSandboxCarriers } from './sandbox-carriers.ts';
import { serve } from './serve.ts';
import { deleteIncompatibleState } from './state-version.ts';

/** Runs `npm start`. @param words its arguments. @returns the exit code. */
export const startCommand = (words: readonly string[], given: Io): Promise<number> =>
  withIo(given, async () => {
    try {
      const options = readOptions(words);
      if ('help' in options) io().console.log(options.help);
      else await start(options);
      return 0;
    } catch (failure) {
      printFailure(sentenceOf(failure));
      return 1;
    }
  });

/** Runs the local environment until it is stopped. */
async function start(options: StartOptions): Promise<void> {
  const { port, state } = options;
  if (await isPortInUse(port)) {
    const other = port === 65_535 ? port - 1 : port + 1;
    throw new Failure(
      `Port ${port} is in use. Stop the program that uses it, or run: npm start -- --port ${other}`,
    );
  }
  prepareFolders(state);
  deleteIncompatibleState(state);
  const removeRecord = registerRunningWorld(options);
  const world = `http://localhost:${port}`;
  const isLocal = options.service === undefined;
  const replaced = [...networksWithOwnCarrier(options.carriers), ...networksOverBarocert(options.carriers)];
  const asksSandbox = isLocal && replaced.length < carrierCodes.length;
  const carriers = asksSandbox ? await serveSandboxCarriers(world) : undefined;
  const barocert = isLocal ? await serveSandboxBarocert(world) : undefined;
  const site = isLocal ? await serveSite() : undefined;
  const wrangler = { port: await claimPort(0, '127.0.0.1'), token: randomUUID() };
  const proxy = await serveFrontProxy(port, wrangler);
  try {
    const addresses = { carriers: carriers?.address, barocert: barocert?.address, site: site?.address };
    await serve(options, { wrangler, ...addresses });
  } finally {
    proxy.close();
    site?.close();
    barocert?.close();
    carriers?.close();
    removeRecord();
  }
}

/** Returns the message for the terminal. @throws the failure itself if it's a bug. */
function sentenceOf(failure: unknown): string {
  if (failure instanceof Failure || failure instanceof UsageError) return failure.message;
  const { path, code } = failure as NodeJS.ErrnoException;
  if (path === undefined || code === undefined) throw failure;
  return `plid cannot write to ${path} (${code}). Make it writable, and start again.`;
}
