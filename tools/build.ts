import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { publication } from '../packages/plid/command/publication.ts';
import { loadWorkers } from './configuration/load-workers.ts';
import { buildKits, buildPackage } from './package/build-package.ts';
import { gatewaySettingsSource, settingsFile } from './package/gateway-settings.ts';
import { faultsOfPublication } from './package/published-manifest.ts';

// npm run build: writes the type of the gateway's settings, and builds both packages, each into its dist/.
// `--publish` builds them for npm's registry, with the name and the address of packages/plid/command/publication.ts.
const { values } = parseArgs({ options: { publish: { type: 'boolean' } } });
const [fault] = values.publish === true ? faultsOfPublication(publication) : [];
if (fault !== undefined) throw new Error(fault);
const settings = gatewaySettingsSource(await loadWorkers());
// A newer file would make the examples install the package again.
if (readFileSync(settingsFile, 'utf8') !== settings) writeFileSync(settingsFile, settings);
const packages = path.resolve(import.meta.dirname, '../packages');
const published = values.publish === true ? publication : undefined;
await buildPackage(path.join(packages, 'plid/dist'), published);
await buildKits(path.join(packages, 'plid-kits/dist'), published);
