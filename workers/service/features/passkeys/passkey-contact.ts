import * as v from 'valibot';
import { sealed } from '../../../core/crypto/seal.ts';
import { carrierCodes } from '../../../core/protocol/user-record.ts';

/** The number that a passkey's notices go to. The account stores it encrypted, and can't read it. */
export const passkeyContact = /* @__PURE__ */ sealed('service passkey contact', () =>
  v.object({ phoneNo: v.string(), telcoCd: v.picklist(carrierCodes), mvno: v.boolean() }),
);
export type PasskeyContact = Parameters<typeof passkeyContact.seal>[1];
