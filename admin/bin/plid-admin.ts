#!/usr/bin/env node
import { adminProgram } from '../../scripts/cli/program.ts';
import { runProgram } from '../../scripts/cli/run-program.ts';
import { processIo } from '../../scripts/terminal/io.ts';

process.exitCode = await runProgram(adminProgram, process.argv.slice(2), processIo);
