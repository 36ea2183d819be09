import { maskName, maskPhoneNumber } from '../../../core/protocol/masks.ts';
import { readPhoneNumber } from '../../../core/protocol/phone-number.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { carrierNames } from '../../../core/protocol/user-record.ts';
import { type CarrierChoice, isMvno, networkOf } from '../entries/carrier-choices.ts';
import type { FilledForm } from '../entries/sign-in-form.ts';
import type { View } from '../flow/sign-in-context.ts';
import { formActionPaths } from '../flow/sign-in-paths.ts';
import { ReturnForm } from '../pages/sign-in-buttons.tsx';
import { signInTexts } from '../texts/index.ts';
import { AutomaticLoginChoice } from './device-choices.tsx';
import { DisclosureNote } from './disclosure-note.tsx';

interface ReturningProps {
  view: View;
  form: FilledForm;
}

/** ID of the form, which a link at the foot of the page also sends. */
const returningId = 'returning';

/**
 * Form that continues as a user whom this browser remembers, or whose sign-in wasn't completed, with one tap. The entries are
 * masked, so that bystanders can't read them over the user's shoulder, and the next user of the browser can't either.
 */
export function ReturningUserForm({ view, form }: ReturningProps) {
  const { language, signIn } = view;
  const { name = '', phoneNo = '' } = form.typed;
  const masked = maskName(name);
  return (
    <form id={returningId} class="returning" method="post" action={formActionPaths.remembered}>
      <input type="hidden" name="flow" value={signIn.id} />
      <p class="person">
        <span class="avatar" aria-hidden="true">
          {[...masked][0]}
        </span>
        <span>
          <strong>{masked}</strong> {maskPhoneNumber(readPhoneNumber(phoneNo) ?? '')}
        </span>
      </p>
      <AutomaticLoginChoice language={language} choice={signIn.automaticLogin} hint="returning-hint" />
      <div class="actions">
        <button type="submit" name="remembered" value="use" class="button">
          {labelOf(view, form)}
        </button>
      </div>
      <DisclosureNote view={view} />
    </form>
  );
}

function labelOf({ language }: View, { typed: { telcoCd = '' }, remember }: FilledForm): string {
  const { network, mvno, again, againMvno } = signInTexts[language].returning;
  const choice = telcoCd as CarrierChoice;
  const [ofNetwork, ofMvno] = remember ? [network, mvno] : [again, againMvno];
  return fill(isMvno(choice) ? ofMvno : ofNetwork, { carrier: carrierNames[networkOf(choice)] });
}

/** Links at the foot of the page: forget the user, or cancel. */
export const ReturningUserLinks = ({ view }: Pick<ReturningProps, 'view'>) => (
  <div class="ways centered">
    <button type="submit" form={returningId} name="remembered" value="forget">
      {signInTexts[view.language].returning.forget}
    </button>
    <ReturnForm view={view} isInRow />
  </div>
);
