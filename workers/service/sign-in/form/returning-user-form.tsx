import { maskName, maskPhoneNumber } from '../../../core/protocol/masks.ts';
import { readPhoneNumber } from '../../../core/protocol/phone-number.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { carrierNames } from '../../../core/protocol/user-record.ts';
import { accountClientId } from '../../registry/account-client.ts';
import type { View } from '../flow/sign-in-context.ts';
import { formActionPaths } from '../flow/sign-in-paths.ts';
import { AutomaticLoginBox } from '../pages/automatic-login-box.tsx';
import { signInTexts } from '../texts/index.ts';
import { type CarrierChoice, isMvno, networkOf } from './carrier-choices.ts';
import type { FilledForm } from './sign-in-form.ts';

/**
 * Form that continues as the remembered user with one tap. The entries are masked, so that bystanders can't read
 * them over the user's shoulder or on a shared device.
 */
export function ReturningUserForm({ view, form }: { view: View; form: FilledForm }) {
  const { language, signIn } = view;
  const { signIn: text, autoLogin, returning } = signInTexts[language];
  const { name = '', phoneNo = '', telcoCd = '' } = form.typed;
  const choice = telcoCd as CarrierChoice;
  const carrier = carrierNames[networkOf(choice)];
  return (
    <form method="post" action={formActionPaths.remembered} class="actions">
      <input type="hidden" name="flow" value={signIn.id} />
      <button type="submit" name="remembered" value="use" class="button returning">
        <small>
          {maskName(name)} {maskPhoneNumber(readPhoneNumber(phoneNo) ?? '')}
        </small>{' '}
        <span>{fill(isMvno(choice) ? returning.mvno : returning.network, { carrier })}</span>
      </button>
      {signIn.automaticLogin !== undefined && (
        <div>
          <AutomaticLoginBox choice={signIn.automaticLogin} label={autoLogin.short} hints="returning-hint" />
          <p class="hint" id="returning-hint">
            {text.deviceHint}
          </p>
        </div>
      )}
      <DisclosureNote view={view} />
      <div class="ways">
        <button type="submit" name="remembered" value="forget">
          {returning.forget}
        </button>
      </div>
    </form>
  );
}

/** States the recipient of the entries. */
export function DisclosureNote({ view: { application, language } }: { view: View }) {
  const { privacy, privacyOfAccount } = signInTexts[language];
  const template = application.client_id === accountClientId ? privacyOfAccount : privacy;
  return <p class="hint">{fill(template, { application: application.name })}</p>;
}
