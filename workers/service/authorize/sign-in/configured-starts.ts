import * as v from 'valibot';
import type { StartWay } from '../../../../packages/plid/carrier/port.ts';
import { type CarrierCode, carrierCodes } from '../../../../packages/plid/protocol/user-record.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';

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

export const startName = ({ telcoCd, way }: OfferedStart): string => `${telcoCd}-${way}`;

const readName = (name: string): OfferedStart => ({
  telcoCd: name.charAt(0) as CarrierCode,
  way: name.slice(2) as StartWay,
});

interface StartSettings {
  STARTS?: readonly OfferedStart[] | undefined;
  PHONE_APP_LINKS?: object | undefined;
}

/**
 * Returns the app-initiated sign-ins that a page offers for one way, in the order of the carriers. Inside an
 * application's WebView, none are offered, because the carrier's app returns to the phone's browser and the user
 * has no second screen.
 */
export function offeredStarts(
  way: StartWay,
  { isHybrid }: Pick<SignIn, 'isHybrid'>,
  { STARTS, PHONE_APP_LINKS }: StartSettings,
): OfferedStart[] {
  if (isHybrid) return [];
  if (STARTS !== undefined)
    return carrierCodes.flatMap((code) =>
      STARTS.filter((start) => start.way === way && start.telcoCd === code),
    );
  // A page can't open an app if the operator allows no app links.
  const isPossible = way === 'code' || PHONE_APP_LINKS !== undefined;
  return isPossible ? carrierCodes.map((telcoCd) => ({ telcoCd, way })) : [];
}
