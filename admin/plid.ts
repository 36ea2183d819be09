import { processIo } from '../tools/terminal/io.ts';
import { runFormerNpmScript } from './cli/former-name.ts';

process.exitCode = await runFormerNpmScript(process.argv.slice(2), processIo);
