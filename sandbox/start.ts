import { endWithNpm } from '../packages/plid/command/end-with-npm.ts';
import { processIo } from '../tools/terminal/io.ts';
import { startCommand } from './start/command.ts';
import { endWithReader } from './start/parent.ts';

endWithNpm();
endWithReader();
process.exitCode = await startCommand(process.argv.slice(2), processIo);
