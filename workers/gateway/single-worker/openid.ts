import relyingParties from '../features/openid/index.ts';
import type { Feature } from './feature.ts';

/** OpenID Connect for relying parties of the gateway. */
export const openid: Feature = { feature: 'openid', workers: [relyingParties] };
