/**
 * Key with which the guard of every local environment signs `Plid-Identity`. It is public, because it protects
 * fictional users on loopback (sandbox/world/public-secrets.ts).
 */
export const publicIdentityKey = 'identity-key-of-every-local-world-of-plid';
