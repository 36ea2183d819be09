import type { CarrierCode } from '../../../core/protocol/user-record.ts';

/** The carriers as users choose them. For example, `SM` is an MVNO on the network of `S`. */
export const carrierChoices = ['S', 'K', 'L', 'SM', 'KM', 'LM'] as const;
export type CarrierChoice = (typeof carrierChoices)[number];

export const isCarrierChoice = (text: string): text is CarrierChoice =>
  (carrierChoices as readonly string[]).includes(text);

/** Returns the network that the user's choice stands for. */
export const networkOf = (choice: CarrierChoice): CarrierCode => choice.charAt(0) as CarrierCode;

/** Whether the choice is an MVNO. */
export const isMvno = (choice: CarrierChoice): boolean => choice !== networkOf(choice);
