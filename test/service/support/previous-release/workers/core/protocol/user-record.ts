/** A carrier knows the same of a person in both editions. */
export type { CarrierCode, Identity } from '../../../../../../../packages/plid/protocol/user-record.ts';
