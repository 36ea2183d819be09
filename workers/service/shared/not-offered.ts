/** The messages of a call that a carrier does not offer, over HTTP and by RPC: of an error, only its message arrives at another worker. */
const messages = [/^does not offer /, /^CARRIER_[SKL] is not set$/, /does not implement the method/];

/** Whether a call has failed because the carrier does not offer it. @param failure what the call has thrown, or an error whose cause that is. */
export const isNotOffered = (failure: unknown): boolean =>
  failure instanceof Error &&
  (messages.some((message) => message.test(failure.message)) || isNotOffered(failure.cause));
