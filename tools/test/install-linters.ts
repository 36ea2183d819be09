import path from 'node:path';
import { installFolder } from '../terminal/npm.ts';

/** Installs the linters before the tests of their checks, if `npm run lint` hasn't. */
export default (): Promise<void> => installFolder(path.resolve(import.meta.dirname, '../checks'));
