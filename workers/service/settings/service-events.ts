import { defineEvents } from '../../core/worker/events.ts';
import { reviewMark } from './review-plid.ts';

const signIn = ['client_id', 'carrier'] as const;
const ofPerson = ['client_id', 'person'] as const;
const byOperator = ['client_id', 'token'] as const;

const source = { purpose: 'service person in the log', markOf: reviewMark };

/** All event types of the service. docs/reference/events.md lists when each occurs. */
export const serviceEvents = defineEvents(source, {
  sign_in_requested: signIn,
  sign_in_started: signIn,
  sign_in_mismatched: signIn,
  sign_in_unconfirmed: signIn,
  sign_in_unregistered: signIn,
  sign_in_underage: signIn,
  sign_in_locked: signIn,
  risk_decided: [...signIn, 'risk', 'inputs'],
  sign_in_approved: [...signIn, 'person'],
  sign_in_denied: signIn,
  sign_in_expired: signIn,
  sign_in_cancelled: signIn,
  reviewer_signed_in: ofPerson,
  reviewer_code_refused: ['client_id', 'kind'],
  name_guessing: signIn,
  carrier_failed: [...signIn, 'call', 'kind'],
  registered: [...signIn, 'person'],
  number_changed_hands: [...signIn, 'person'],
  consented: ofPerson,
  code_issued: ofPerson,
  code_redeemed: ofPerson,
  code_replayed: ofPerson,
  automatic_login_enabled: ofPerson,
  automatic_login_granted: ofPerson,
  automatic_login_refused: ofPerson,
  automatic_login_copied: ofPerson,
  sign_in_ended: ofPerson,
  automatic_login_ended: [...ofPerson, 'token'],
  disconnected: [...ofPerson, 'token'],
  data_downloaded: ['person'],
  left: ['person', 'token'],
  person_shown: ['person', 'token', 'access_reason'],
  person_erased: ['person', 'token', 'access_reason'],
  affected_listed: [...byOperator, 'access_reason'],
  application_registered: [...byOperator, 'secret'],
  application_updated: [...byOperator, 'changed'],
  application_deleted: byOperator,
  application_imported: byOperator,
  applications_exported: ['token'],
  events_resent: byOperator,
  reviewer_added: byOperator,
  reviewer_removed: byOperator,
  secret_added: [...byOperator, 'secret'],
  secret_retired: [...byOperator, 'secret'],
});
