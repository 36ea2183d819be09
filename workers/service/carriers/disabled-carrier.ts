/**
 * Prefix of the message for a call to a carrier that the operator has turned off (`CARRIER_S_OFF`). Errors reach
 * other workers only as their message.
 */
export const disabledCarrierMessage = 'switched off';
