import { fromBase64, toHex } from '../../../packages/plid/crypto/bytes.ts';

/** The key that this project publishes for local development, in Base64. It protects nothing. */
export const localWorldKey = 'cGxpZDogZXZlcnkgbG9jYWwgd29ybGQgaGFzIHRoaXM=';

/** Parts of the secrets that this project publishes for local development (sandbox/world/public-secrets.ts). */
const publishedParts = [
  localWorldKey,
  'cGxpZDogZWFjaCBsb2NhbCBzdWIgaXMgb2YgdGhpcy4',
  '-of-every-local-world-of-plid',
];

/**
 * Numbers of the published `OPENID_KEY` in hexadecimal: the beginning of the RSA modulus, and the x-coordinate of
 * the key on P-256. Every encoding of these keys contains them.
 */
const publishedNumbers = [
  'c2b9663fa6e85bcd247a350088c19df0bfbd2e618e85dd3c86b8a97e0d742b9c',
  'dff1a93f90fe5214567e88256abdcbd8f2948274819c811888d98999aa5147ca',
];

/** Whether everyone can read a secret, or one of its keys, in the source code of plid. */
export const isPublished = (secret: string): boolean =>
  publishedParts.some((part) => secret.includes(part)) || secret.split(/[:.,]/).some(isPublishedKey);

function isPublishedKey(base64: string): boolean {
  const bytes = fromBase64(base64);
  return bytes !== undefined && publishedNumbers.some((number) => toHex(bytes).includes(number));
}
