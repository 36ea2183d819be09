import { sampleIdentity } from '../../workers/core/protocol/user-record.ts';

export const identity = sampleIdentity();
