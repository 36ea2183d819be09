import { runProgram } from './cli/run-program.ts';
import { deployProgram } from './deploy/program.ts';
import { processIo } from './terminal/io.ts';

process.exitCode = await runProgram(deployProgram, process.argv.slice(2), processIo);
