import { endWithNpm } from '../packages/plid/command/end-with-npm.ts';
import { startCommand } from './local/command.ts';
import { endWithReader } from './local/parent.ts';
import { processIo } from './terminal/io.ts';

endWithNpm();
endWithReader();
process.exitCode = await startCommand(process.argv.slice(2), processIo);
