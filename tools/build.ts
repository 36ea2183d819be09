import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadWorkers } from './configuration/load-workers.ts';
import { buildPackage } from './package/build-package.ts';
import { gatewaySettingsSource, settingsFile } from './package/gateway-settings.ts';

// npm run build: writes the type of the gateway's settings, and builds the published package into packages/plid/dist/.
writeFileSync(settingsFile, gatewaySettingsSource(await loadWorkers()));
await buildPackage(path.resolve(import.meta.dirname, '../packages/plid/dist'));
