import { carrierNames } from '../../workers/core/protocol/user-record.ts';
import type { Subscriber } from '../subscriber.ts';
import type { SandboxTexts } from '../texts/index.ts';

/** Returns the name of a subscriber's carrier. The name for an MVNO includes the name of its network. */
export const carrierName = ({ telcoCd, mvno }: Subscriber, words: SandboxTexts): string =>
  mvno === 'Y' ? `${carrierNames[telcoCd]} ${words('mvno')}` : carrierNames[telcoCd];
