/** The key that this project publishes for local development, in Base64. It protects nothing. */
export const localWorldKey = 'cGxpZDogZXZlcnkgbG9jYWwgd29ybGQgaGFzIHRoaXM=';

/** Parts of the secrets that this project publishes for local development (sandbox/world/public-secrets.ts). */
const publishedParts = [
  localWorldKey,
  'cGxpZDogZWFjaCBsb2NhbCBzdWIgaXMgb2YgdGhpcy4',
  '-of-every-local-world-of-plid',
];

/** Whether everyone can read a secret in the source code of plid. */
export const isPublished = (secret: string): boolean => publishedParts.some((part) => secret.includes(part));
