import storedUsers from '../people/index.ts';
import type { Feature } from './feature.ts';

/** The operator's API for users' data. */
export const people: Feature = { feature: 'people', workers: [storedUsers] };
