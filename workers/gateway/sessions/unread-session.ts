import type { Session } from '../../../packages/plid/gateway/session.ts';

/** The session of a request, or why the session couldn't be read. */
export interface SessionRead {
  session: Session | null;
  failure?: unknown;
}

/** Waits for a session. Never rejects. */
export const sessionRead = (reading: Promise<Session | null>): Promise<SessionRead> =>
  reading.then(
    (session) => ({ session }),
    (failure: unknown) => ({ session: null, failure }),
  );
