import { defineEvents } from '../../core/worker/events.ts';

const source = { purpose: 'gateway person in the log' };

/** All log events of the gateway. docs/reference/events.md contains the comments, which say when each occurs. */
export const gatewayEvents = defineEvents(source, {
  /** A sign-in ended in a session. `automatic` is `Y` for an automatic login. */
  session_started: ['person', 'automatic'],
  /**
   * A session ended: by a sign-out, from the list of sessions, or because another user signed in in the same
   * browser.
   */
  session_ended: ['person'],
  /** A user signed out everywhere. `sessions`: number of ended sessions. */
  logged_out_everywhere: ['person', 'sessions'],
  /** An automatic login came after a sign-out everywhere, or for a sign-in that requires the phone. */
  automatic_login_refused: ['person'],
  /** A `plid` came with another `ci` than before. Its former sessions have ended. */
  number_changed_hands: ['person'],
  /** A user was disconnected. `sessions`: number of ended sessions. */
  disconnected: ['person', 'sessions'],
  /** A relying party exchanged a code for tokens. */
  openid_login: ['client_id', 'person'],
  /** A relying party sent a code again: a bug, or a stolen code. Its token has ended. */
  code_replayed: ['client_id', 'person'],
  /** An operator read the data stored about a user. */
  person_shown: ['person', 'token', 'access_reason'],
  /** An operator erased the data stored about a user. */
  person_erased: ['person', 'token', 'access_reason'],
});
