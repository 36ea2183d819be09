import type { Behaviour, Subscriber } from '../subscriber.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { carrierName } from './carrier-name.ts';

interface PhoneLabelProps {
  subscriber: Subscriber & { left?: boolean };
  words: SandboxTexts;
}

/** Classes of the tags, by the behavior of the phone. */
const tones: Record<Behaviour, string> = {
  approves: 'tag good',
  waits: 'tag',
  denies: 'tag bad',
  silent: 'tag quiet',
  fails: 'tag quiet',
  unregistered: 'tag quiet',
};

export const withHyphens = (phoneNo: string): string =>
  phoneNo.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3');

/** A phone in a list: its subscriber and behavior. */
export const PhoneLabel = ({ subscriber, words }: PhoneLabelProps) => {
  const { name, phoneNo, behaviour, left } = subscriber;
  return (
    <>
      <span class="initial" aria-hidden="true">
        {[...name][0]}
      </span>
      <span class="who">
        <strong>{name}</strong>{' '}
        <span class={left ? 'tag quiet' : tones[behaviour]}>
          {words(left ? 'left' : `behaviour_${behaviour}`)}
        </span>{' '}
        <span class="number">
          <span class="unbroken">{withHyphens(phoneNo)}</span>{' '}
          <span class="unbroken">{carrierName(subscriber, words)}</span>
        </span>
      </span>
    </>
  );
};
