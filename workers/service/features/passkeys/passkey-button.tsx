import type { ButtonLook } from '../../../pages/button.tsx';
import { authorizationPath } from '../../sign-in/flow/sign-in-paths.ts';
import { type PasskeyView, relyingParty } from './offered-passkeys.ts';
import { passkeyTexts } from './passkey-texts.ts';
import { challengeOf } from './read-client-data.ts';

/** Path of the form. */
const passkeyPath = `${authorizationPath}/passkey`;

/** Button that signs in with a passkey. The script shows it if the browser supports passkeys. */
export function PasskeyButton({ view, look }: { view: PasskeyView; look: ButtonLook }) {
  const text = passkeyTexts[view.language];
  return (
    <div hidden>
      <form
        id="passkey"
        class="actions"
        method="post"
        action={passkeyPath}
        data-challenge={challengeOf(view)}
        data-party={relyingParty(view.env).id}
        data-failed={text.failed}
      >
        <input type="hidden" name="flow" value={view.signIn.id} />
        {['passkey', 'client_data', 'authenticator_data', 'signature', 'user'].map((name) => (
          <input type="hidden" name={name} key={name} />
        ))}
        <button type="submit" class={look}>
          {text.signIn}
        </button>
        <p class="hint" role="status" />
      </form>
    </div>
  );
}
