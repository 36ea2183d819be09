import { type ParseArgsConfig, parseArgs } from 'node:util';
import { SandboxError } from '../sandbox/index.ts';

/**
 * The options and commands of a command line.
 * @param help the command that says which there are. @throws {SandboxError} where it cannot be read.
 */
export function parseWords<Config extends ParseArgsConfig>(
  words: readonly string[],
  config: Config,
  help: string,
) {
  try {
    return parseArgs({ ...config, args: [...words] });
  } catch (failure) {
    const [reason = ''] = (failure as Error).message.split('. ');
    throw new SandboxError(`${reason.replace(/\.$/, '')}. See: ${help}`);
  }
}
