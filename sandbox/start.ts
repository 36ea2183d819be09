import { endWithNpm } from '../packages/plid/command/exit-with-npm.ts';
import { processIo } from '../tools/terminal/io.ts';
import { startCommand } from './start/command.ts';
import { endWithReader } from './start/exit-with-terminal.ts';

endWithNpm();
endWithReader();
process.exitCode = await startCommand(process.argv.slice(2), processIo);
