import type { ButtonLook } from '../../../pages/button.tsx';
import { authorizationPath } from '../../sign-in/flow/sign-in-paths.ts';
import type { PasskeyView } from './offered-passkeys.ts';
import { scriptData } from './passkey-form-data.ts';
import { passkeyTexts } from './passkey-texts.ts';

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
        {...scriptData(view, text.failed)}
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
