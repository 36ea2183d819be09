import * as v from 'valibot';

/** The calls of the simulated Barocert API at which faults can be set. */
export const barocertEndpoints = [
  'barocert/token',
  'barocert/time',
  'barocert/login',
  'barocert/status',
  'barocert/verify',
] as const;
export type BarocertEndpoint = (typeof barocertEndpoints)[number];

const [, , login, status, verify] = barocertEndpoints;

/** Schemas of the faults that only the vendor has. @param timing the fields that every fault has. */
export const barocertFaultSchemas = <Timing extends v.ObjectEntries>(timing: Timing) =>
  [
    /** The vendor's clock is ahead of the sandbox's. */
    v.object({ ...timing, endpoint: v.picklist(barocertEndpoints), kind: v.literal('clock-skew') }),
    /** The session token has expired, regardless of its expiration. */
    v.object({ ...timing, endpoint: v.picklist([login, status, verify]), kind: v.literal('expired-token') }),
    /** The day of the request is over, so that the vendor returns nothing about it. */
    v.object({ ...timing, endpoint: v.picklist([status, verify]), kind: v.literal('day-over') }),
    v.object({
      ...timing,
      endpoint: v.literal(login),
      kind: v.picklist([
        /** The request gets the receipt of the previous request. */
        'duplicate-receipt',
        /** The vendor declines requests for now. */
        'too-many-requests',
      ]),
    }),
    /** A login that was verified before isn't verified again. */
    v.object({ ...timing, endpoint: v.literal(verify), kind: v.literal('verify-once') }),
  ] as const;

/** The kinds of these faults, in the order of the faults page. */
export const barocertFaultKinds = [
  'clock-skew',
  'expired-token',
  'day-over',
  'duplicate-receipt',
  'too-many-requests',
  'verify-once',
] as const;

/** Time by which the vendor's clock is ahead with the fault `clock-skew`, in seconds. */
export const clockSkew = 600;
