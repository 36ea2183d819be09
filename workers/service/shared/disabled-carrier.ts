/**
 * The message of a call to a carrier that the operator has turned off (`CARRIER_S_OFF`) starts with this text:
 * errors reach other workers only as their message.
 */
export const disabledCarrierMessage = 'switched off';
