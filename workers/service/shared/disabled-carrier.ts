/**
 * With this word begins the message of a call to a carrier that an operator has switched off (CARRIER_S_OFF): of an error, only its message
 * arrives at another worker.
 */
export const disabledCarrierMessage = 'switched off';
