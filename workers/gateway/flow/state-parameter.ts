import { sha256Base64url } from '../../core/crypto/bytes.ts';

/**
 * Creates a state from the start time and a hash of the secret of the session that the flow ends in. The start
 * time makes the names of the flow cookies sort by age. Only the holder of the secret can create the state, and
 * the holder needs no storage to recognize the state. @param now in seconds since 1970.
 */
export const createStateParameter = async (now: number, session: string): Promise<string> =>
  `${now.toString(36).padStart(8, '0')}-${await stateHash(session)}`;

/** Whether a text has the format of a browser flow's state. */
export const isStateParameter = (text: string): boolean => /^[0-9a-z]{8}-[\w-]{43}$/.test(text);

/** Whether a state belongs to the flow that ended in a session. @param session the session's secret. */
export const isStateOf = async (state: string, session: string): Promise<boolean> =>
  state.endsWith(`-${await stateHash(session)}`);

/** Hashes the session's secret for a state. The session's id isn't suitable, because it is stored. */
const stateHash = (session: string): Promise<string> => sha256Base64url(`state ${session}`);
