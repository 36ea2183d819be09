#!/usr/bin/env node
import { processIo } from '../../tools/terminal/io.ts';
import { adminProgram } from '../cli/program.ts';
import { runProgram } from '../cli/run-program.ts';

process.exitCode = await runProgram(adminProgram, process.argv.slice(2), processIo);
