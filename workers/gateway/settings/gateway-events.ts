import { defineEvents } from '../../core/worker/events.ts';

const source = { purpose: 'gateway person in the log' };

/** All log events of the gateway. docs/reference/events.md lists when each occurs. */
export const gatewayEvents = defineEvents(source, {
  session_started: ['person', 'automatic'],
  session_ended: ['person'],
  logged_out_everywhere: ['person', 'sessions'],
  automatic_login_refused: ['person'],
  number_changed_hands: ['person'],
  disconnected: ['person', 'sessions'],
  openid_login: ['client_id', 'person'],
  code_replayed: ['client_id', 'person'],
  person_shown: ['person', 'token', 'access_reason'],
  person_erased: ['person', 'token', 'access_reason'],
});
