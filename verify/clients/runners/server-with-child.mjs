/** Starts the server of docs/examples/ci and a process that ignores SIGTERM, as a development server may do. */
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';

const stubborn = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1_000);";
const children = [
  spawn(process.execPath, ['server.mjs'], { stdio: 'inherit' }),
  spawn(process.execPath, ['-e', stubborn], { stdio: 'inherit' }),
];
const file = `pids-${process.env.PORT}`;
writeFileSync(file, JSON.stringify([process.pid, ...children.map(({ pid }) => pid)]));
renameSync(file, `${file}.json`);
