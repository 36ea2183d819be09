import { resumeGrant } from '../../sign-in/code/answer-grant.ts';
import type { ApprovalMethod } from '../../sign-in/flow/approval-method.ts';
import { toForm } from '../../sign-in/flow/to-form.ts';
import { pageOfPasskey, showCreatePage, submitCreation } from './create-passkey.ts';
import { allowsPasskey, type PasskeyContext, type PasskeyView } from './offered-passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { readHint } from './passkey-hint.ts';
import { signInScript } from './passkey-scripts.ts';
import { submitPasskey } from './submit-passkey.ts';

/**
 * A passkey signs the sign-in's challenge (WebAuthn). It can only answer as an automatic login does: with the user, and
 * without their identity. After a sign-in by phone, the browser can create one.
 */
export const passkeyMethod: ApprovalMethod<PasskeyContext, PasskeyView> = {
  name: 'passkey',
  wait: async (context) => {
    const { stage } = context.signIn;
    return stage.at === 'granted'
      ? resumeGrant(context, stage, { hasIdentity: false })
      : toForm(context.signIn.id);
  },
  pageBeforeCode: pageOfPasskey,
  routes: {
    /** Signs in with a passkey. */
    'POST /oauth2/authorize/passkey': { on: 'form', handle: submitPasskey },
    /** Page that offers to create a passkey. */
    'GET /oauth2/authorize/passkey': { on: 'page', handle: showCreatePage },
    /** Stores a new passkey, or continues without one. */
    'POST /oauth2/authorize/passkey/create': { on: 'page', handle: submitCreation },
  },
  offer: (view) => {
    if (!allowsPasskey(view)) return {};
    const isFirst = readHint(view) === 'created';
    const button = <PasskeyButton view={view} look={isFirst ? 'button' : 'button-quiet'} />;
    return {
      ...(isFirst ? { first: button } : { last: button }),
      script: signInScript,
      autocomplete: 'webauthn',
      feature: 'publickey-credentials-get',
    };
  },
};
