import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';

/** How long this isolate remembers that a carrier offers no start, in seconds. */
const memory = 600;
const notOffered = new Map<CarrierCode, number>();

/** Notes that a carrier doesn't offer starts: pages leave its tile out for ten minutes. @param now in seconds since 1970. */
export const noteUnsupported = (code: CarrierCode, now: number): void => {
  notOffered.set(code, now);
};

/** Whether a carrier may offer starts, as far as this isolate knows. */
export const isSupported = (code: CarrierCode, now: number): boolean =>
  now >= (notOffered.get(code) ?? -memory) + memory;
