import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import type { ButtonLook } from '../../../pages/button.tsx';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { carrierChoices } from '../entries/carrier-choices.ts';
import { type FilledForm, hasTyped } from '../entries/sign-in-form.ts';
import type { Offer } from '../flow/approval-method.ts';
import type { View } from '../flow/sign-in-context.ts';
import { formActionPaths } from '../flow/sign-in-paths.ts';
import { formId } from '../pages/sign-in-frame.tsx';
import type { PrefilledForm } from '../request/prefilled-form.ts';
import { signInTexts } from '../texts/index.ts';
import { CarrierTiles } from './carrier-tiles.tsx';
import {
  AutomaticLoginChoice,
  DeviceChoices,
  DeviceHint,
  RememberChoice,
  SubmitButton,
} from './device-choices.tsx';
import { DisclosureNote } from './disclosure-note.tsx';
import { OtherWays } from './other-ways.tsx';
import { Field } from './sign-in-fields.tsx';

interface EntryFormProps {
  view: View;
  offers: readonly Offer[];
  form: FilledForm;
  hasError: boolean;
  /** The carrier that the form preselects. */
  carrier?: CarrierCode | undefined;
  forget?: PrefilledForm['forget'] | undefined;
  formGroup?: PrefilledForm['formGroup'] | undefined;
}

/**
 * The form asks for the carrier first. If a method needs no other entry, its button follows, and name and number are folded
 * below it. Otherwise, and once the user has typed, the form comes first.
 */
export function EntryForm(props: EntryFormProps) {
  const { view, form, forget, formGroup, carrier, offers } = props;
  const { language, signIn } = view;
  const { telcoCd = carrier } = form.typed;
  return (
    <form
      id={formId}
      class="compact"
      method="post"
      action={formActionPaths.signIn}
      novalidate
      data-forget={forget ? '' : undefined}
    >
      {formGroup !== undefined && <input type="hidden" name={`of-${formGroup}`} />}
      <input type="hidden" name="flow" value={signIn.id} />
      <input type="hidden" name="page" value="sign-in" />
      <CarrierTiles
        language={language}
        chosen={carrierChoices.find((choice) => choice === telcoCd)}
        fault={form.faults.telcoCd}
        guessed={form.typed.telcoCd === undefined && carrier !== undefined}
      />
      {isFolded(props) ? <ByCarrier {...props} /> : <ByNumber {...props} />}
      <DisclosureNote view={view} />
      {offers.map(({ inForm }) => inForm)}
    </form>
  );
}

const startsOf = (offers: readonly Offer[], look: ButtonLook): Child[] =>
  offers.flatMap(({ forCarrier }) => forCarrier?.(look) ?? []);

/** Whether the form begins with the button for the carrier. A missing choice of the carrier doesn't change that. */
function isFolded({ offers, form, hasError }: EntryFormProps): boolean {
  if (offers.every(({ forCarrier }) => forCarrier === undefined)) return false;
  const isOnlyCarrierMissing = Object.keys(form.faults).join() === 'telcoCd';
  return !hasTyped(form) && (!hasError || isOnlyCarrierMissing);
}

function ByCarrier(props: EntryFormProps) {
  const { language, signIn } = props.view;
  return (
    <>
      <AutomaticLoginChoice language={language} choice={signIn.automaticLogin} />
      {startsOf(props.offers, 'button')}
      <OtherWays label={signInTexts[language].signIn.byNumber}>
        <NameAndNumber {...props} />
        <RememberChoice language={language} remember={props.form.remember} />
        {signIn.automaticLogin === undefined && <DeviceHint language={language} />}
        <SubmitButton language={language} />
      </OtherWays>
    </>
  );
}

function ByNumber(props: EntryFormProps) {
  const { language, signIn } = props.view;
  return (
    <>
      <NameAndNumber {...props} />
      <DeviceChoices
        language={language}
        automaticLogin={signIn.automaticLogin}
        remember={props.form.remember}
      />
      <SubmitButton language={language} />
      {startsOf(props.offers, 'button-quiet')}
    </>
  );
}

function NameAndNumber({ view: { language }, form, offers }: EntryFormProps) {
  const { name = '', phoneNo = '' } = form.typed;
  const autocomplete = ['tel', ...offers.flatMap((offer) => offer.autocomplete ?? [])].join(' ');
  return (
    <>
      <Field language={language} name="name" autocomplete="name" value={name} fault={form.faults.name} />
      <Field
        language={language}
        name="phoneNo"
        autocomplete={autocomplete}
        value={phoneNo}
        fault={form.faults.phoneNo}
      />
    </>
  );
}
