/**
 * Messages of calls that a carrier doesn't support, over HTTP and by RPC. An RPC error reaches another worker only
 * as its message.
 */
const messages = [/^does not offer /, /^CARRIER_[SKL] is not set$/, /does not implement the method/];

/**
 * Whether a call has failed because the carrier doesn't support it. @param failure error of the call, or an error
 * caused by it.
 */
export const isUnsupportedCall = (failure: unknown): boolean =>
  failure instanceof Error &&
  (messages.some((message) => message.test(failure.message)) || isUnsupportedCall(failure.cause));
