/**
 * Messages of calls that a carrier doesn't support, either over HTTP or by RPC. An RPC error reaches another
 * worker only as its message.
 */
const messages = [/^does not offer /, /^CARRIER_[SKL] is not set$/, /does not implement the method/];

/**
 * Returns whether a call failed because the carrier doesn't support it. @param failure the error of the call, or
 * an error caused by it.
 */
export const isUnsupportedCall = (failure: unknown): boolean =>
  failure instanceof Error &&
  (messages.some((message) => message.test(failure.message)) || isUnsupportedCall(failure.cause));
