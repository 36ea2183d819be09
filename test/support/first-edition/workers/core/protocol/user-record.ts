/** What a carrier knows of a person is the same in both editions. */
export type { CarrierCode, Identity } from '../../../../../../packages/plid/protocol/user-record.ts';
