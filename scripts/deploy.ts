import { runFormerName } from './cli/former-name.ts';
import { processIo } from './terminal/io.ts';

const words = process.argv.slice(2);
const others = words.filter((word) => word !== '--rollback');

process.exitCode = await runFormerName(
  [others.length < words.length ? 'rollback' : 'deploy', ...others],
  processIo,
);
