import { processIo } from '../tools/terminal/io.ts';
import { runFormerName } from './cli/former-name.ts';

process.exitCode = await runFormerName(process.argv.slice(2), processIo);
