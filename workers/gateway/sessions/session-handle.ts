import type { StoredSession } from '../objects/user-tables.ts';

/** The name of a session for its user: enough of its id to find it among their own, and of no use anywhere else. */
export const handleLength = 16;

/** A session as its user and the operator see it. Times in seconds since 1970. */
export const shownSession = ({ id, agent, created, expires }: StoredSession) => ({
  session: id.slice(0, handleLength),
  agent,
  created,
  expires,
});
