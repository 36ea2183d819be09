/** The supported signing algorithms. Every relying party supports RS256 (OpenID Connect Discovery 1.0 §3). */
export const signingAlgorithms = ['RS256', 'ES256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];
