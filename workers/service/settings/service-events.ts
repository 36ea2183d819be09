import { defineEvents } from '../../core/worker/events.ts';
import { reviewMark } from './review-plid.ts';

const signIn = ['client_id', 'carrier'] as const;
const ofPerson = ['client_id', 'person'] as const;
const byOperator = ['client_id', 'token'] as const;

const source = { purpose: 'service person in the log', markOf: reviewMark };

/** All event types of the service. docs/reference/events.md contains the comments, which say when each occurs. */
export const serviceEvents = defineEvents(source, {
  /** The carrier has confirmed name and number, and sends a request to the phone. */
  sign_in_requested: signIn,
  /**
   * A user starts a sign-in in their carrier's app. No phone rings, and the user is unknown until they approve.
   */
  sign_in_started: signIn,
  /** A wrong number was chosen, for the first time in the sign-in. The phone asks again. */
  sign_in_mismatched: signIn,
  /** The carrier did not confirm name and number. */
  sign_in_unconfirmed: signIn,
  /** The carrier has confirmed name and number, but the number has no authentication app. */
  sign_in_unregistered: signIn,
  /**
   * The phone has approved, but the user is below the application's minimum age. Nothing was registered or
   * granted.
   */
  sign_in_underage: signIn,
  /** A limit of requests to the phone was reached. */
  sign_in_locked: signIn,
  /**
   * The risk decision about an approved sign-in was not `nothing`. `inputs` names what was considered, without
   * values.
   */
  risk_decided: [...signIn, 'risk', 'inputs'],
  /** The phone has approved. */
  sign_in_approved: [...signIn, 'person'],
  /** The phone has denied, or a second wrong number was chosen. */
  sign_in_denied: signIn,
  /** The phone did not answer, and the waiting page has said so. A closed page causes no event. */
  sign_in_expired: signIn,
  /**
   * The user went back before there was a code, or the carrier ended the request because another replaced it.
   */
  sign_in_cancelled: signIn,
  /** A store reviewer entered the right code. */
  reviewer_signed_in: ofPerson,
  /** A reviewer's code was refused. `kind`: `wrong`, or `limited` if a limit was reached. */
  reviewer_code_refused: ['client_id', 'kind'],
  /** Unknown browsers have tried too many unconfirmed names on one number in an hour. */
  name_guessing: signIn,
  /** A call to a carrier had no usable response. `kind`: `timeout`, `error`, `malformed`, or `switched_off`. */
  carrier_failed: [...signIn, 'call', 'kind'],
  /** A number got a `plid`. */
  registered: [...signIn, 'person'],
  /** Another person than before has approved. The former `plid` has ended, and `person` is the new owner. */
  number_changed_hands: [...signIn, 'person'],
  /** The user agreed on the consent page. */
  consented: ofPerson,
  /** A full sign-in ended with an authorization code. */
  code_issued: ofPerson,
  /** The application exchanged a code for a token. */
  code_redeemed: ofPerson,
  /** A code was sent again: a bug of the client, or a stolen code. Its token has ended. */
  code_replayed: ofPerson,
  /** A device will sign in automatically from now on. */
  automatic_login_enabled: ofPerson,
  /** A device signed in automatically and got a code. */
  automatic_login_granted: ofPerson,
  /** An automatic login has ended, or the application asks for more than the user agreed to. */
  automatic_login_refused: ofPerson,
  /** A replaced cookie was used, so two browsers have it. The automatic login has ended. */
  automatic_login_copied: ofPerson,
  /** The user created a passkey after a sign-in by phone. */
  passkey_created: ofPerson,
  /** A passkey signed its user in, and the application got a code. */
  passkey_granted: ofPerson,
  /** A passkey has ended or made a wrong signature, or the application needs the phone. */
  passkey_refused: ofPerson,
  /** The counter of a passkey did not rise, so two devices have its key. The passkey has ended. */
  passkey_copied: ofPerson,
  /** A passkey was ended, by the user at `/account` or through a notice, or, with `token`, by an operator. */
  passkey_ended: [...ofPerson, 'token', 'access_reason'],
  /** The user ended the sign-in of a new browser through the notice of it. */
  sign_in_ended: ofPerson,
  /**
   * An automatic login was turned off, on the phone or, without `token`, by the user at `/account` or through a
   * notice.
   */
  automatic_login_ended: [...ofPerson, 'token'],
  /** The application or the user (`/account`) disconnected, or, with `token`, the carrier. */
  disconnected: [...ofPerson, 'token'],
  /** A user downloaded their data at `/account`. */
  data_downloaded: ['person'],
  /** The owner of a number left. Their `plid` has ended. */
  left: ['person', 'token'],
  /** An operator read the data stored about a user. */
  person_shown: ['person', 'token', 'access_reason'],
  /** An operator erased the data stored about a user. */
  person_erased: ['person', 'token', 'access_reason'],
  /** An operator listed the users whom a leak may affect. Once for each page. */
  affected_listed: [...byOperator, 'access_reason'],
  /** An application was registered. `secret`: id of its first secret. */
  application_registered: [...byOperator, 'secret'],
  /**
   * An application was changed. `changed`: names of the fields, none if only its secrets were encrypted again.
   */
  application_updated: [...byOperator, 'changed'],
  /** An application was deleted. */
  application_deleted: byOperator,
  /** An application was imported, also in place of an existing one. */
  application_imported: byOperator,
  /** Applications were exported. Once for each page of 100. */
  applications_exported: ['token'],
  /** An operator sent undelivered events again. Once for each page of 100. */
  events_resent: byOperator,
  /** An operator registered a store reviewer. */
  reviewer_added: byOperator,
  /** An operator removed a store reviewer. */
  reviewer_removed: byOperator,
  /** The rotation of an application's secret began. */
  secret_added: [...byOperator, 'secret'],
  /** The rotation of an application's secret ended. */
  secret_retired: [...byOperator, 'secret'],
});
