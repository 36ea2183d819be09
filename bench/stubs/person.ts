import type { Identity } from '../../packages/plid/protocol/user-record.ts';

/** Who signs in, in every case. */
export const identity: Required<Identity> = {
  ci: 'C'.repeat(88),
  phoneNo: '01012345678',
  name: '김하나',
  gender: 'F',
  agegroup: '20',
  birthday: '0101',
  birthdate: '000101',
  foreign: 'L',
  telcoCd: 'S',
};
