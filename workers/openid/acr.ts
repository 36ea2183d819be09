/**
 * How the user was authenticated (`acr`, OpenID Connect Core 1.0 §2), which is either with the phone or by an
 * automatic login without a prompt.
 */
export const phoneAcr = 'urn:plid:phone';
export const automaticLoginAcr = '0';
