import { processIo } from '../tools/terminal/io.ts';
import { runFormerNpmScript } from './cli/former-npm-script.ts';

const words = process.argv.slice(2);
const others = words.filter((word) => word !== '--rollback');

process.exitCode = await runFormerNpmScript(
  [others.length < words.length ? 'rollback' : 'deploy', ...others],
  processIo,
);
