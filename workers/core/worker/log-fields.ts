/** The fields of a log line. docs/reference/log-fields.md contains the comments. */
export type LogField =
  /** Operator's reason. */
  | 'access_reason'
  /** Number of the attempt. */
  | 'attempt'
  /** `Y` for an automatic login. */
  | 'automatic'
  /** `phoneNo` or `plid`: how an operator named the user. */
  | 'by'
  /** Call to the carrier. */
  | 'call'
  /** `false`: the number's object could not record a cancelled sign-in. */
  | 'cancelled'
  /** `S`, `K`, or `L`, as chosen in the form. */
  | 'carrier'
  /** Duration of the call to the carrier. */
  | 'carrier_milliseconds'
  /** Kind of the failure and where it was thrown, never its message; or the limit that was reached. */
  | 'cause'
  /** Names of the changed fields. */
  | 'changed'
  /** Application, or relying party. */
  | 'client_id'
  /** `false`: the copy of an application in KV could not be written. */
  | 'copied'
  /** `before`: the service had already disconnected the user. */
  | 'disconnected'
  /** Why a sign-in has ended. */
  | 'ending'
  /** `error` of the response (§7). */
  | 'error'
  /** Events of the request, each with the value 1. */
  | 'events'
  /** Age of a request that the carrier reported as expired too early, in seconds: a clock is wrong. */
  | 'expired_after'
  /** Bug: the rest of the line could not be written. */
  | 'failed_line'
  /** Bug: the error page failed, and JSON was sent. */
  | 'failed_page'
  /** What was wrong with the carrier's response. */
  | 'fault'
  /** Fields of the carrier's response with a wrong type. */
  | 'fields'
  /** Names of what the risk decision considered. */
  | 'inputs'
  /** `missing` or `other`: `iss` of the callback (`flow_mismatch`). */
  | 'issuer'
  /** ID of the delivered token. */
  | 'jti'
  /** Kind of the event. */
  | 'kind'
  /** Fields of the service's response with a wrong type, which were left out. */
  | 'left_out'
  /** `info`, `warn`, or `error` (a fault or an outage). */
  | 'level'
  /** `false`: the operator's list of undelivered events could not be written. */
  | 'listed'
  /** HTTP method. */
  | 'method'
  /** Duration. */
  | 'milliseconds'
  /** What the carrier did not report as shown on the phone. */
  | 'not_shown'
  /** What failed or was noticed. */
  | 'operation'
  /** `delivered`, `failed`, `refused`, or `given up`. */
  | 'outcome'
  /**
   * Pseudonym of the user: the id of the current key of `KEYS`, and an HMAC of the `plid`. It changes when
   * `KEYS` are rotated.
   */
  | 'person'
  /** `false`: a carrier's token named a number of another carrier. */
  | 'reached'
  /** Exact reason, listed in [errors](errors.md). */
  | 'reason'
  /** Release of plid. */
  | 'release'
  /** Request ID, as in `X-Request-Id` and on error pages: the Ray ID, or random outside Cloudflare. */
  | 'request'
  /** `error` that a relying party received in its callback. */
  | 'returned'
  /** `true` for a store reviewer. */
  | 'review'
  /** Risk decision. */
  | 'risk'
  /** Pattern of the route, not the address. */
  | 'route'
  /** ID of a client secret. */
  | 'secret'
  /** Kind of a delivered event; at the gateway, `taken` or `ignored`. */
  | 'security_event'
  /** Number of ended sessions. */
  | 'sessions'
  /** Sign-in ID of 11 characters, in the lines of service, gateway, and carrier, and on the pages. */
  | 'sign_in'
  /** `true`: an old copy of the application was used because KV failed. */
  | 'stale'
  /** `false`: an application's former terms could not be read. */
  | 'stated'
  /** Status of the response, or of a delivery. */
  | 'status'
  /** Name of the operator's or carrier's token. */
  | 'token'
  /** Request ID of the service's response. */
  | 'upstream_request'
  /** Error code of the vendor behind an adapter. */
  | 'vendor_code'
  /** Missing rate limits of a gateway as one Worker. */
  | 'without'
  /** Worker, such as `service-token`. */
  | 'worker';
