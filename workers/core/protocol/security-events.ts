/** Event types of the OpenID Foundation, for what happens to a user of the service. */
export const securityEventTypes = {
  /** The account is permanently deleted. Its plid is never reused (OpenID RISC Profile 1.0 §2.2). */
  'account-purged': 'https://schemas.openid.net/secevent/risc/event-type/account-purged',
  /**
   * All tokens of the user at this application have ended, because the user or the application disconnected. The
   * user may sign in again with the same plid (OpenID OAuth Event Types 1.0).
   */
  'tokens-revoked': 'https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked',
} as const;

/** Media type of a Security Event Token (RFC 8417 §7.2). */
export const securityEventMediaType = 'application/secevent+jwt';
