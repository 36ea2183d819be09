import path from 'node:path';
import { buildPackage } from './package/build-package.ts';

// npm run build: builds the published package into packages/plid/dist/.
await buildPackage(path.resolve(import.meta.dirname, '../packages/plid/dist'));
