import * as v from 'valibot';
import { errorCodes } from '../workers/core/protocol/error-codes.ts';
import { carrierCodes } from '../workers/core/protocol/user-record.ts';
import { barocertEndpoints, barocertFaultKinds, barocertFaultSchemas } from './barocert/vendor-faults.ts';

/** The endpoints of §4, where faults can affect applications. */
const serviceEndpoints = [
  '/oauth2/authorize',
  '/oauth2/token',
  '/v1/user/me',
  '/v1/user/disconnect',
] as const;

/**
 * Everything for which faults can be set: the service's endpoints, the service's requests to a carrier (`carrier`),
 * and the simulated Barocert API.
 */
export const faultableEndpoints = [...serviceEndpoints, 'carrier', ...barocertEndpoints] as const;

/** Parses a whole number, which is a number in JSON and text in a form. */
const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

/** Maximum count of a fault, which is more requests than any test sends. */
export const maxCount = 1_000_000;

const timing = {
  /** Number of requests that the fault still affects. */
  count: v.optional(wholeNumber(1, maxCount), 1),
  /** Delay of the response, in milliseconds. */
  milliseconds: v.optional(wholeNumber(0, 60_000), 0),
};
const common = { endpoint: v.picklist(serviceEndpoints), ...timing };
/** Faults of every HTTP response, whatever it contains. */
const ofAnyResponse = { endpoint: v.picklist([...serviceEndpoints, ...barocertEndpoints]), ...timing };

/**
 * A fault that an application should survive. Several faults of an endpoint affect the same request. A request
 * with the fault `error` or `html` doesn't reach the service.
 */
export const faultSchema = v.variant('kind', [
  /** An error of §7. */
  v.object({
    ...common,
    kind: v.literal('error'),
    status: wholeNumber(400, 599),
    error: v.picklist(errorCodes),
    message: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
  }),
  /** HTML instead of JSON. */
  v.object({ ...ofAnyResponse, kind: v.literal('html'), status: v.optional(wholeNumber(200, 599), 502) }),
  v.object({
    ...ofAnyResponse,
    kind: v.picklist([
      /** The response is only delayed, by `milliseconds`. */
      'delay',
      /** The connection is closed in the middle of the response. */
      'cut',
    ]),
  }),
  v.object({
    ...common,
    kind: v.picklist([
      /** `expires_in` is sent as a string (§2.3). */
      'string-expires_in',
      /** `error` is sent as `""` after a success (§2.4). */
      'empty-error',
      /** The empty `agegroup` of an automatic login is encrypted (§2.1). */
      'encrypted-agegroup',
      /** The empty encrypted fields of an automatic login are sent as `""` (§2.1). */
      'plain-fields',
    ]),
  }),
  /** A fault in a carrier's response to a new request. The response is delayed by `milliseconds`. */
  v.object({
    ...timing,
    endpoint: v.literal('carrier'),
    kind: v.picklist([
      /** No response. */
      'outage',
      /** Only the delay. */
      'slow',
      /** The carrier declines requests for now. */
      'declined',
      /** A response that the port doesn't define. */
      'foreign-answer',
    ]),
    /** The carrier that the fault affects. By default, the fault affects all carriers. */
    telcoCd: v.exactOptional(v.picklist(carrierCodes)),
  }),
  ...barocertFaultSchemas(timing),
]);
export type Fault = v.InferOutput<typeof faultSchema>;

/** The kinds of faults, in the order of the faults page. */
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
  ...barocertFaultKinds,
] as const satisfies readonly Fault['kind'][];
