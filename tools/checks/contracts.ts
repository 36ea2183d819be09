import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Checks the OpenAPI documents against rules that the JSON Schema of OpenAPI can't express. Telemetry and the update
// notice are off, so that the check needs no network. Usage: node tools/checks/contracts.ts [FILE...]
const root = path.resolve(import.meta.dirname, '../..');
const contracts = ['docs/openapi.yaml', 'docs/carrier.openapi.yaml'].map((file) => path.join(root, file));
const named = process.argv.slice(2);
const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const parameters = ['lint', '--extends=spec', ...(named.length > 0 ? named : contracts)];
const { status } = spawnSync(process.execPath, [redocly, ...parameters], {
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
