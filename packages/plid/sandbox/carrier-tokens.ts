/**
 * Tokens for the HTTP API of every sandbox's carriers, one per carrier. The tokens are public, because they
 * protect fictional users on loopback (sandbox/world/public-secrets.ts).
 */
export const carrierTokens = {
  S: 'token-of-carrier-s-in-every-local-world-of-plid',
  K: 'token-of-carrier-k-in-every-local-world-of-plid',
  L: 'token-of-carrier-l-in-every-local-world-of-plid',
} as const;
