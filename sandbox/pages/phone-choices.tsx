import type { Subscriber } from '../subscriber.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { PhoneLabel } from './phone-label.tsx';

interface PhoneChoicesProps {
  phones: readonly Subscriber[];
  words: SandboxTexts;
}

/** A list of phones as buttons of a form. Pressing a button sends the phone's number as `phoneNo`. */
export const PhoneChoices = ({ phones, words }: PhoneChoicesProps) => (
  <ul class="menu phones">
    {phones.map((subscriber) => (
      <li key={subscriber.phoneNo}>
        <button type="submit" name="phoneNo" value={subscriber.phoneNo}>
          <PhoneLabel {...{ subscriber, words }} />
        </button>
      </li>
    ))}
  </ul>
);
