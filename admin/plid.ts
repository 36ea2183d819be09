import { processIo } from '../tools/terminal/io.ts';
import { runFormerNpmScript } from './cli/former-npm-script.ts';

process.exitCode = await runFormerNpmScript(process.argv.slice(2), processIo);
