import { sampleIdentity } from '../../packages/plid/protocol/user-record.ts';

/** Who signs in, in every case. */
export const identity = sampleIdentity();
