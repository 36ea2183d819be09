import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/**
 * Parses a command line. @param help the command that lists commands and options. @throws {UsageError} if the
 * command line is invalid.
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
