import type { UserRecord } from '../../../workers/core/protocol/user-record.ts';
import type { Client } from '../client/index.ts';
import { repeatedCallbacks } from './repeated-callbacks.ts';
import type { BrowserSignIn } from './sign-in-cookies.ts';

/** Returns the user of a callback. @param signIn undefined if this browser started no such sign-in. */
type ReadUser = (request: Request, signIn: BrowserSignIn | undefined) => Promise<UserRecord>;

/**
 * Creates a function that exchanges the code of a callback, once also if the callback is repeated. Each caller gets a
 * record of its own.
 */
export function callbackUserReader(client: Client): ReadUser {
  const completeOnce = repeatedCallbacks<UserRecord>();
  return async (request, signIn) => {
    const complete = () => client.finishSignIn(request, signIn);
    if (signIn === undefined) return complete();
    return { ...(await completeOnce(signIn.state, answerOf(request), complete)) };
  };
}

/** What the service answered in a callback: the code, or the error. */
function answerOf({ url }: Request): string {
  const { searchParams } = new URL(url);
  return ['code', 'error'].flatMap((name) => searchParams.getAll(name)).join(' ');
}
