import { runFormerName } from './cli/former-name.ts';
import { processIo } from './terminal/io.ts';

process.exitCode = await runFormerName(['sample', ...process.argv.slice(2)], processIo);
