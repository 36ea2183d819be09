import * as v from 'valibot';
import { accessRecordSettings } from '../../../audit/access-record-settings.ts';
import type { ClockBinding } from '../../../core/worker/clock.ts';
import { endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { AccountPage } from '../../features/account-page/account-page.ts';
import { AccountDisclosures } from '../../features/affected-users/account-disclosures.ts';
import { AccountEvents, type EventEnv } from '../../features/events/account-events.ts';
import { NoticedSignIns } from '../../features/notices/noticed-sign-ins.ts';
import { OpenIdGrants } from '../../features/openid/openid-grants.ts';
import type { OpenIdMethods, OpenIdTokenRequest } from '../../features/openid/openid-redemption.ts';
import { AccountPasskeys } from '../../features/passkeys/account-passkeys.ts';
import type { NewPasskey, PasskeyMethods, PasskeyUse } from '../../features/passkeys/passkey-calls.ts';
import { ReviewerEnd } from '../../features/reviewers/reviewer-end.ts';
import { Account as PlainAccount } from '../../objects/account.ts';
import type { AccountEnding, AccountPageMethods, NoticeMethods } from '../../objects/account-overview.ts';
import type { EventMethods } from '../../objects/undelivered-events.ts';
import type { StoredMethods } from '../../objects/whole-account.ts';
import { eventKeySetting } from '../../settings/event-keys.ts';
import { bindings } from '../../settings/service-bindings.ts';
import type { NoticeLink } from '../../settings/service-sealed-types.ts';

export { AccessRecords } from '../../../audit/access-records.ts';
export { EventKeys } from '../../features/events/event-keys-entrypoint.ts';
export { Reviewers } from '../../features/reviewers/reviewers-entrypoint.ts';
export { Application } from '../../objects/application.ts';
export { Disclosures } from '../../objects/disclosures.ts';
export { Phone } from '../../objects/phone.ts';
export { PushedRequest } from '../../objects/pushed-request.ts';
export { Waiting } from '../../objects/waiting.ts';

/** An account with its optional parts, and the methods that they add. */
export class Account
  extends PlainAccount<ClockBinding & EventEnv>
  implements AccountPageMethods, EventMethods, NoticeMethods, OpenIdMethods, PasskeyMethods, StoredMethods
{
  readonly #openId = this.add(new OpenIdGrants(this.lent));
  readonly #page = this.add(new AccountPage(this.lent));
  readonly #passkeys = this.add(new AccountPasskeys(this.lent));
  readonly #notices = new NoticedSignIns(this.lent, this.#page.latest, {
    passkey: (sign_in) => this.#passkeys.endOfSignIn(sign_in),
  });
  readonly #disclosures = this.add(new AccountDisclosures(this.lent, this.env));
  readonly #events = this.add(new AccountEvents(this.lent, this.env));

  constructor(ctx: DurableObjectState, env: ClockBinding & EventEnv) {
    super(ctx, env);
    this.add(new ReviewerEnd(this.lent));
  }

  redeemOpenId(id: string, client_id: string, presented: OpenIdTokenRequest, at: number) {
    return this.#openId.redeem(id, client_id, presented, at);
  }

  createPasskey(passkey: NewPasskey, at: number) {
    return this.#passkeys.create(passkey, at);
  }

  grantByPasskey(use: PasskeyUse, at: number) {
    return this.#passkeys.grant(use, at);
  }

  overview(session: string, at: number) {
    const overview = this.#page.overview(session, at);
    return overview && { ...overview, passkeys: this.#passkeys.list(at) };
  }

  endInSession(session: string, ending: AccountEnding, at: number) {
    const ended = this.#page.end(session, ending, at);
    if (ended === undefined || ending.what !== 'passkey') return ended;
    return { ...ended, passkeys: this.#passkeys.end(ending.id) };
  }

  endNoticed(link: NoticeLink, at: number) {
    return this.#notices.end(link, at);
  }

  resendEvent(jti: string, at: number) {
    return this.#events.resend(jti, at);
  }

  stored(at: number) {
    const account = this.storedAccount(at);
    if (account === undefined) return undefined;
    const [signIns, events] = [this.#page.signIns(), this.#events.list()];
    const passkeys = this.#passkeys.list(at).map(({ id: _, ...passkey }) => passkey);
    return { ...account, signIns, events, passkeys, disclosures: this.#disclosures.list() };
  }

  endPasskeys() {
    return this.#passkeys.endAll();
  }
}

/**
 * Contains the Durable Objects, and sends events to applications.
 *
 * This worker has no route, so only the service's other workers can reach it.
 */
export default endpoint(
  'service-objects',
  v.object({
    ...pick(bindings, 'LOCATION_HINT', 'ACCOUNT', 'APPLICATION', 'APPLICATIONS', 'BASE_URL', 'SIGNER'),
    /**
     * Private keys (P-256, PKCS #8) that sign events to applications. The first signs, and all public keys are
     * published. Without it, no events are sent. Optional.
     */
    EVENT_KEY: eventKeySetting,
    ...pick(bindings, 'DISCLOSURES', 'DISCLOSURE_KEY', 'NOTICE_DAYS'),
    ...accessRecordSettings,
  }),
  {},
  {
    classes: [
      ['Account', 'Phone'],
      ['Application'],
      ['Waiting'],
      ['PushedRequest'],
      ['Disclosures'],
      ['AccessRecords'],
    ],
  },
);
