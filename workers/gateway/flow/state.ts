import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';

/**
 * A state that names its flow: when it began, so that names sort by age, and a hash of the secret of the session that the flow ends
 * in. A holder of that secret recognises the state, with nothing stored, and only a holder can make one.
 * @param now in seconds since 1970.
 */
export const newState = async (now: number, session: string): Promise<string> =>
  `${now.toString(36).padStart(8, '0')}-${await stateHash(session)}`;

/** Whether a text has the form of a state of a browser's flow. */
export const isState = (text: string): boolean => /^[0-9a-z]{8}-[\w-]{43}$/.test(text);

/** Whether a state is that of the flow which ended in a session. @param session its secret. */
export const isStateOf = async (state: string, session: string): Promise<boolean> =>
  state.endsWith(`-${await stateHash(session)}`);

/** Not the session's id, which storage knows. */
const stateHash = (session: string): Promise<string> => sha256Base64url(`state ${session}`);
