import { carrierNames } from '../../workers/core/protocol/attribute-texts.ts';
import type { Subscriber } from '../subscriber.ts';
import type { SandboxTexts } from '../texts/index.ts';

/** The name of a subscriber's carrier; for an MVNO, that of its network. */
export const carrierName = ({ telcoCd, mvno }: Subscriber, words: SandboxTexts): string =>
  mvno === 'Y' ? `${carrierNames[telcoCd]} ${words('mvno')}` : carrierNames[telcoCd];
