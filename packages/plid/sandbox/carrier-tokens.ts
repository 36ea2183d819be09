/**
 * The tokens with which each sandbox's carriers are asked over HTTP, one for each carrier. Everybody knows them: they protect made-up
 * people on loopback (sandbox/world/public-secrets.ts).
 */
export const carrierTokens = {
  S: 'token-of-carrier-s-in-every-local-world-of-plid',
  K: 'token-of-carrier-k-in-every-local-world-of-plid',
  L: 'token-of-carrier-l-in-every-local-world-of-plid',
} as const;
