import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/**
 * The options and commands of a command line.
 * @param help the command that says which there are. @throws {UsageError} where it cannot be read.
 */
export function parseArguments<Config extends ParseArgsConfig>(
  words: readonly string[],
  config: Config,
  help: string,
) {
  try {
    return parseArgs({ ...config, args: [...words] });
  } catch (failure) {
    const [reason = ''] = (failure as Error).message.split('. ');
    throw new UsageError(`${reason.replace(/\.$/, '')}. See: ${help}`);
  }
}
