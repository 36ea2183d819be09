/** RS256 is the one that every relying party knows (OpenID Connect Discovery 1.0 §3). */
export const signingAlgorithms = ['RS256', 'ES256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];
