import { describeFault } from './post-to-carrier.ts';

/** Prefix of an adapter's fault. Another worker gets only an error's message, and this prefix shows that it may be logged. */
const prefix = 'the adapter ';

/** Returns the error with which an adapter reports a failure. It contains nothing of the request. */
export const adapterFault = (failure: unknown): Error => new Error(`${prefix}${describeFault(failure)}`);

/** Whether an error was made by {@link adapterFault}. */
export const isAdapterFault = (failure: unknown): failure is Error =>
  failure instanceof Error && failure.message.startsWith(prefix);
