/** `npm run stryker`: docs/security.md, "How it is proved". */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installFolder } from '../../../scripts/samples/samples.ts';

const folder = import.meta.dirname;
await installFolder(folder);

const copies = mkdtempSync(path.join(tmpdir(), 'plid-stryker-'));
process.on('exit', () => rmSync(copies, { recursive: true, force: true }));
const stryker = path.join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
// `npm run stryker -- workers` drives the workers; without that word, what runs in Node is mutated.
const [first, ...others] = process.argv.slice(2);
const drivesWorkers = first === 'workers';
const config = path.join(folder, drivesWorkers ? 'workers.config.mjs' : 'stryker.config.mjs');
const given = drivesWorkers ? others : process.argv.slice(2);
const child = spawn(process.execPath, [stryker, 'run', config, '--tempDirName', copies, ...given], {
  cwd: path.resolve(folder, '../../..'),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
