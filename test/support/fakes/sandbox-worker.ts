import * as real from '../../../sandbox/index.ts';
import { observed } from '../assertions/observed-objects.ts';

/** The sandbox, with an object that tests can empty. */
export const Directory = observed(real.Directory, 'Directory');

export { Carrier, default } from '../../../sandbox/index.ts';
