import { type PasskeyView, relyingParty } from './offered-passkeys.ts';
import { challengeOf } from './read-client-data.ts';

/** Returns the attributes of a form that both scripts read (passkey-scripts.ts). @param failed Shown if the browser used no passkey. */
export const scriptData = (view: PasskeyView, failed: string) => ({
  'data-challenge': challengeOf(view),
  'data-party': relyingParty(view.env).id,
  'data-failed': failed,
});
