import { toBase64url, utf8 } from '../../../core/crypto/bytes.ts';
import { maskPhoneNumber } from '../../../core/protocol/masks.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { authorizationPath } from '../../sign-in/flow/sign-in-paths.ts';
import { ApplicationHeading, renderSignInPage } from '../../sign-in/pages/sign-in-frame.tsx';
import type { Approved } from '../../sign-in/stages/sign-in-stage.ts';
import { type PasskeyView, relyingParty } from './offered-passkeys.ts';
import { scriptData } from './passkey-form-data.ts';
import { createScript } from './passkey-scripts.ts';
import { passkeyTexts } from './passkey-texts.ts';

/** Path of the form. */
const createPath = `${authorizationPath}/passkey/create`;

/** Time before the end of the sign-in at which the page continues, in seconds. */
const margin = 15;

/** Page that offers to create a passkey, between the approval on the phone and the application. */
export function createPasskeyPage(
  view: PasskeyView,
  { plid, request: { phoneNo } }: Extract<Approved, { method: 'phone' }>,
): Response {
  const { language, signIn, now, env } = view;
  const text = passkeyTexts[language].create;
  const number = maskPhoneNumber(phoneNo);
  const { id } = relyingParty(env);
  return renderSignInPage(
    { language, view, title: text.title, script: createScript, features: ['publickey-credentials-create'] },
    <>
      <h1>{text.title}</h1>
      <ApplicationHeading view={view} />
      <p>{text.lead}</p>
      <p>{fill(text.number, { number })}</p>
      <form
        id="create"
        class="actions"
        method="post"
        action={createPath}
        {...scriptData(view, text.failed)}
        data-service={env.OPERATOR_NAME ?? id}
        data-user={toBase64url(utf8(plid))}
        data-name={number}
        data-seconds={String(Math.max(0, signIn.expires - now - margin))}
      >
        <input type="hidden" name="flow" value={signIn.id} />
        <input type="hidden" name="client_data" />
        <input type="hidden" name="authenticator_data" />
        <div hidden>
          <button type="submit" id="create-button" class="button">
            {text.submit}
          </button>
        </div>
        <button type="submit" class="button-quiet">
          {text.skip}
        </button>
        <p role="status" />
      </form>
      <p class="hint">{text.hint}</p>
    </>,
  );
}
