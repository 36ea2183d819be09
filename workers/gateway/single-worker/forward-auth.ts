import verify from '../features/forward-auth/index.ts';
import type { Feature } from './feature.ts';

/** Forward authentication for a proxy in front of another application. */
export const forwardAuth: Feature = { feature: 'forward-auth', workers: [verify] };
