import * as v from 'valibot';
import type { StartWay } from '../../../core/carrier/port.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';

/** A carrier and a way of app-initiated sign-in that the operator allows the pages to offer. */
export interface OfferedStart {
  telcoCd: CarrierCode;
  way: StartWay;
}

/** Value that turns off app-initiated sign-in. */
const off = 'none';
const format = /^[SKL]-(?:link|code)$/;
const expectedFormat = `needs comma-separated pairs of a carrier and a method, such as S-link,S-code,K-link; or ${off}`;

/** Schema of the setting STARTS. */
export const startsSetting = v.optional(
  v.pipe(
    v.string(expectedFormat),
    v.transform((text) => (text === off ? [] : text.split(','))),
    v.check((names) => names.every((name) => format.test(name)), expectedFormat),
    v.transform((names) => names.map(readName)),
  ),
);

const readName = (name: string): OfferedStart => ({
  telcoCd: name.charAt(0) as CarrierCode,
  way: name.slice(2) as StartWay,
});
