import { sampleIdentity } from '../../packages/plid/protocol/user-record.ts';

export const identity = sampleIdentity();
