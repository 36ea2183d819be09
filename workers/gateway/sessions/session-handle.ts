import type { StoredSession } from '../objects/user-tables.ts';

/**
 * Length of a session handle. The handle is a prefix of the session's id that identifies the session among the
 * user's sessions and is useless elsewhere.
 */
export const handleLength = 16;

/** A session for its user or the operator. Times in seconds since 1970. */
export const publicSession = ({ id, agent, created, expires }: StoredSession) => ({
  session: id.slice(0, handleLength),
  agent,
  created,
  expires,
});
