import { attributePatternOf, carrierCodes, carrierNames } from '../../workers/core/protocol/user-record.ts';
import type { Html } from '../../workers/pages/jsx-runtime.ts';
import type { ListedSubscriber } from '../directory/subscriber-table.ts';
import {
  contextDetailLevels,
  digitEntries,
  phoneBehaviours,
  phoneCountries,
  type Subscriber,
} from '../subscriber.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { ChoiceField, TextField } from './form-fields.tsx';

interface FormProps {
  words: SandboxTexts;
  /** The subscriber to change; undefined for a new one. */
  subscriber: ListedSubscriber | undefined;
}

/** The fields that describe the phone. The other fields describe the subscriber's contract. */
const phoneFields = new Set(['behaviour', 'digits', 'calls', 'tells', 'country']);

/** The form to add or change a subscriber. */
export function SubscriberForm(props: FormProps) {
  const fields = Object.entries(fieldsOf(props));
  const inGroup = (isOfPhone: boolean) =>
    fields.filter(([name]) => phoneFields.has(name) === isOfPhone).map(([, field]) => field);
  return (
    <form method="post" action="/sandbox/subscribers">
      <fieldset>
        <legend>{props.words('subscriber_contract')}</legend>
        <div class="grid">{inGroup(false)}</div>
      </fieldset>
      <fieldset>
        <legend>{props.words('subscriber_phone')}</legend>
        <div>{inGroup(true)}</div>
      </fieldset>
      <div class="actions">
        <button type="submit" class="button">
          {props.words('save')}
        </button>
      </div>
    </form>
  );
}

/** Returns one form field per field of a subscriber, in the order of the form. */
function fieldsOf({ words, subscriber }: FormProps): Record<keyof Subscriber, Html> {
  const field = (name: keyof Subscriber) => ({ name, label: words(name), value: subscriber?.[name] });
  const choose = <Value extends string>(values: readonly Value[], text: (value: Value) => string) =>
    values.map((value) => [value, text(value)] as const);
  const digits = { inputmode: 'numeric' } as const;
  const phoneNo = {
    hint: words('hint_phoneNo'),
    pattern: attributePatternOf('phoneNo').source,
    maxlength: 11,
  };
  const birthdate = { hint: words('hint_birthdate'), pattern: String.raw`\d{6}`, maxlength: 6 };
  const carriers = choose(carrierCodes, (code) => carrierNames[code]);
  const kinds = choose(['N', 'Y'], (value) => words(`mvno_${value}`));
  const genders = choose(['F', 'M'], (code) => words(`gender_${code}`));
  const origins = choose(['L', 'F'], (code) => words(`foreign_${code}`));
  const chosen = { ...field('behaviour'), value: subscriber?.behaviour ?? 'waits' };
  const entries = choose(digitEntries, (value) => words(`digits_${value}`));
  const calls = choose(['Y', 'N'], (value) => words(`calls_${value}`));
  const tells = choose(contextDetailLevels, (value) => words(`tells_${value}`));
  const countries = choose(phoneCountries, (code) => words(`country_${code}`));
  return {
    phoneNo: <TextField {...field('phoneNo')} {...digits} {...phoneNo} />,
    name: <TextField {...field('name')} maxlength={60} />,
    telcoCd: <ChoiceField {...field('telcoCd')} choices={carriers} />,
    mvno: <ChoiceField {...field('mvno')} choices={kinds} />,
    gender: <ChoiceField {...field('gender')} choices={genders} />,
    birthdate: <TextField {...field('birthdate')} {...digits} {...birthdate} />,
    foreign: <ChoiceField {...field('foreign')} choices={origins} />,
    behaviour: (
      <ChoiceField {...chosen} choices={choose(phoneBehaviours, (value) => words(`behaviour_${value}`))} />
    ),
    digits: <ChoiceField {...field('digits')} choices={entries} />,
    calls: <ChoiceField {...field('calls')} choices={calls} />,
    tells: <ChoiceField {...field('tells')} choices={tells} />,
    country: <ChoiceField {...field('country')} choices={countries} />,
  };
}
