import { sampleIdentity } from '../../packages/plid/protocol/user-record.ts';

/** The person who signs in, in every case. */
export const identity = sampleIdentity();
