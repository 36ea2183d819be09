/** Event types of the OpenID Foundation, for what happens to a user of the service. */
export const securityEventTypes = {
  /** The account is permanently deleted. Its plid is never reused (OpenID RISC Profile 1.0 §2.2). */
  'account-purged': 'https://schemas.openid.net/secevent/risc/event-type/account-purged',
  /**
   * All tokens of the user at this application have ended, because the user or the application disconnected. The
   * user may sign in again with the same plid (OpenID OAuth Event Types 1.0).
   */
  'tokens-revoked': 'https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked',
  /**
   * The user ended a sign-in that they didn't recognize, and with it their sessions at this application. The user is
   * still connected (OpenID Continuous Access Evaluation Profile 1.0).
   */
  'session-revoked': 'https://schemas.openid.net/secevent/caep/event-type/session-revoked',
} as const;

/** Media type of a Security Event Token (RFC 8417 §7.2). */
export const securityEventMediaType = 'application/secevent+jwt';
