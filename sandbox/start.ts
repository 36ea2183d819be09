import { exitWithNpm } from '../packages/plid/command/exit-with-npm.ts';
import { processIo } from '../tools/terminal/io.ts';
import { startCommand } from './start/command.ts';
import { exitWithTerminal } from './start/exit-with-terminal.ts';

exitWithNpm();
exitWithTerminal();
process.exitCode = await startCommand(process.argv.slice(2), processIo);
