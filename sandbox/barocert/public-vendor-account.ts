/**
 * The account of every local environment at the simulated Barocert API, in the names of an adapter's settings. It is
 * public, like the other secrets of local environments (sandbox/world/public-secrets.ts).
 */
export const publicBarocertAccount = {
  /** The account's name at the vendor, which isn't secret. */
  BAROCERT_LINK_ID: 'PLID',
  /** Key of the signatures and of the encrypted fields: Base64 of 32 bytes. */
  BAROCERT_SECRET_KEY: 'cGxpZDogbG9jYWwgQmFyb2NlcnQgcmVxdWVzdHMuLi4=',
  /** The organization's code at the vendor: 12 digits, not secret. */
  BAROCERT_CLIENT_CODE: '026110000053',
} as const;
