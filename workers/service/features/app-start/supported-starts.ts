import type { CarrierCode } from '../../../core/protocol/user-record.ts';

/** Time for which this isolate remembers that a carrier doesn't support app-initiated sign-in, in seconds. */
const retention = 600;
const unsupportedSince = new Map<CarrierCode, number>();

/**
 * Records that a carrier doesn't support app-initiated sign-in. Pages then omit the carrier's tile for ten
 * minutes. @param now In seconds since 1970.
 */
export const rememberUnsupportedStart = (code: CarrierCode, now: number): void => {
  unsupportedSince.set(code, now);
};

/** Whether a carrier may support app-initiated sign-in, as far as this isolate knows. */
export const maySupportStart = (code: CarrierCode, now: number): boolean =>
  now >= (unsupportedSince.get(code) ?? -retention) + retention;
