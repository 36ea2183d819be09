/** The messages of a call that a carrier doesn't offer, over HTTP and by RPC. An RPC error reaches another worker only as its message. */
const messages = [/^does not offer /, /^CARRIER_[SKL] is not set$/, /does not implement the method/];

/** Whether a call has failed because the carrier does not offer it. @param failure thrown by the call, or an error with it as its cause. */
export const isUnsupportedCall = (failure: unknown): boolean =>
  failure instanceof Error &&
  (messages.some((message) => message.test(failure.message)) || isUnsupportedCall(failure.cause));
