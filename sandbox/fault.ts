import * as v from 'valibot';
import { errorCodes } from '../packages/plid/protocol/error-codes.ts';
import { carrierCodes } from '../packages/plid/protocol/user-record.ts';

/** The endpoints at which applications meet faults: those of §4. */
const serviceEndpoints = [
  '/oauth2/authorize',
  '/oauth2/token',
  '/v1/user/me',
  '/v1/user/disconnect',
] as const;

/** The places of faults: these endpoints, and the service's question to a carrier for a new request. */
export const faultyEndpoints = [...serviceEndpoints, 'carrier'] as const;

/** JSON brings numbers, a form brings text. */
const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

/** More requests than any test sends. */
export const maxCount = 1_000_000;

const timing = {
  /** How many requests still meet this fault. */
  count: v.optional(wholeNumber(1, maxCount), 1),
  /** How long the answer is delayed, in milliseconds. */
  milliseconds: v.optional(wholeNumber(0, 60_000), 0),
};
const common = { endpoint: v.picklist(serviceEndpoints), ...timing };

/**
 * A fault of the service that an application should survive. Several of one endpoint meet the same request.
 * With `error` and `html` the request does not reach the service; with the others the service handles it.
 */
export const faultSchema = v.variant('kind', [
  /** A refusal as §7 has it. */
  v.object({
    ...common,
    kind: v.literal('error'),
    status: wholeNumber(400, 599),
    error: v.picklist(errorCodes),
    message: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
  }),
  /** A page of HTML in the place of JSON. */
  v.object({ ...common, kind: v.literal('html'), status: v.optional(wholeNumber(200, 599), 502) }),
  v.object({
    ...common,
    kind: v.picklist([
      /** Only the delay of `milliseconds`. */
      'delay',
      /** The connection ends within the answer. */
      'cut',
      /** `expires_in` as a string (§2.3). */
      'string-expires_in',
      /** `error` as `""` on success (§2.4). */
      'empty-error',
      /** The empty `agegroup` of an automatic login encrypted (§2.1). */
      'encrypted-agegroup',
      /** The empty encrypted fields of an automatic login as `""` (§2.1). */
      'plain-fields',
    ]),
  }),
  /** A carrier's answer to a new request of the service; each is held back by `milliseconds`. */
  v.object({
    ...timing,
    endpoint: v.literal('carrier'),
    kind: v.picklist([
      /** No answer. */
      'outage',
      /** Only the delay. */
      'slow',
      /** It asks no phone for now. */
      'declined',
      /** An answer that no edition of the port has. */
      'foreign-answer',
    ]),
    /** Of one carrier; of all, where it is left out. */
    telcoCd: v.exactOptional(v.picklist(carrierCodes)),
  }),
]);
export type Fault = v.InferOutput<typeof faultSchema>;

/** The kinds, in the order in which a page offers them. */
export const faultKinds = [
  'error',
  'html',
  'cut',
  'delay',
  'string-expires_in',
  'empty-error',
  'encrypted-agegroup',
  'plain-fields',
  'outage',
  'slow',
  'declined',
  'foreign-answer',
] as const satisfies readonly Fault['kind'][];
