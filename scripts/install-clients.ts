/**
 * Installs what `npm run test:clients` needs and nothing else does: other people's OAuth clients (verify/clients/package.json), and
 * what the samples of docs/examples depend on. Does nothing where it is there already, as the lock files have it.
 */
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { installFolder, installSample, sampleNames } from './samples/samples.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'verify/clients');
/** The folder in which Node, TypeScript and an editor find the packages that the snippets of docs/clients import. */
const link = path.join(root, 'docs/clients/node_modules');

await installFolder(folder);
rmSync(link, { force: true });
symlinkSync(path.join(folder, 'node_modules'), link, 'junction');
// One after the other: their tests run side by side, and must not all build the package at once.
for (const name of sampleNames) await installSample(name);
