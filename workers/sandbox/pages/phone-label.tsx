import { carrierNames } from '../../core/protocol/attribute-words.ts';
import type { Subscriber } from '../subscriber.ts';
import { withHyphens } from './phone-screen.tsx';

type PhoneLabelProps = Pick<Subscriber, 'name' | 'phoneNo' | 'telcoCd'> & {
  /** The behaviour of the phone. */
  tag: string;
};

/** A phone in a list of them: whose it is, and what it does. */
export const PhoneLabel = ({ name, phoneNo, telcoCd, tag }: PhoneLabelProps) => (
  <>
    <strong>{name}</strong>
    <span class="tag">{tag}</span>
    <span class="number">
      <span class="unbroken">{withHyphens(phoneNo)}</span>{' '}
      <span class="unbroken">{carrierNames[telcoCd]}</span>
    </span>
  </>
);
