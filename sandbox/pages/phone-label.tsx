import type { Subscriber } from '../subscriber.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { carrierName } from './carrier-name.ts';
import { withHyphens } from './phone-screen.tsx';

interface PhoneLabelProps {
  subscriber: Subscriber;
  /** The behavior of the phone. */
  tag: string;
  words: SandboxTexts;
}

/** A phone in a list: its subscriber and behavior. */
export const PhoneLabel = ({ subscriber, tag, words }: PhoneLabelProps) => (
  <>
    <strong>{subscriber.name}</strong>
    <span class="tag">{tag}</span>
    <span class="number">
      <span class="unbroken">{withHyphens(subscriber.phoneNo)}</span>{' '}
      <span class="unbroken">{carrierName(subscriber, words)}</span>
    </span>
  </>
);
