import { plidProgram } from './cli/program.ts';
import { runProgram } from './cli/run-program.ts';
import { processIo } from './terminal/io.ts';

process.exitCode = await runProgram(plidProgram, process.argv.slice(2), processIo);
