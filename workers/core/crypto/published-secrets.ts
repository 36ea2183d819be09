import { fromBase64, toHex } from './bytes.ts';

/**
 * Parts of every secret that this project publishes: in the documentation, the examples, the local environment, and
 * the sandbox. A secret that contains such a part is public. Each part is long enough that no generated secret
 * contains it by chance, and too short to be a usable secret in the code of a deployed Worker.
 */
const publishedParts: readonly string[] = [
  // Tokens and the IDENTITY_KEY of local environments and sandboxes (sandbox/world/public-secrets.ts).
  'every-local-world-of-plid',
  // Other keys there: Base64 of `plid: `, with which they begin.
  'cGxpZDog',
  // Client secrets of the demo applications (sandbox/world/demo-clients.ts), and that of the API reference.
  'dc5fb0d5733e72d0',
  'a9f6def922333cce',
  'dda4948df45a5a1d',
  '4b47a2bcd702e723',
  '5f0c1d7e9a2b4c6d',
  // Keys of cookies and sessions in the guides and examples.
  'only-for-this-machine',
  'only for this machine',
  'only-for-tests',
];

/**
 * Numbers of the published private keys in hexadecimal: the beginnings of the RSA modulus, and of the x-coordinate of
 * each key on P-256. Every encoding of such a key contains its number.
 */
const publishedNumbers: readonly string[] = [
  'c2b9663fa6e85bcd247a3500',
  'dff1a93f90fe5214567e8825',
  '43a62448229fc2be5bcbd689',
];

/** Minimum number of different characters in a key. A generated key has more. */
const minDifferentCharacters = 10;

/** Whether a secret, or one of its keys, is in the documentation or the source code of plid. */
export const isPublished = (secret: string): boolean =>
  publishedParts.some((part) => secret.includes(part)) || secret.split(/[:.,]/).some(isPublishedKey);

function isPublishedKey(base64: string): boolean {
  const bytes = fromBase64(base64);
  return bytes !== undefined && publishedNumbers.some((number) => toHex(bytes).includes(number));
}

/** Length from which a key is checked, because each setting and option rejects shorter keys anyway. */
const checkedLength = 32;

/** Whether a key has so few different characters that it can be guessed, such as 32 times the same letter. */
const isGuessable = (key: string): boolean =>
  key.length >= checkedLength && new Set(key).size < minDifferentCharacters;

/**
 * Returns why a secret protects nothing, or undefined if it may be used everywhere. Such a secret may be used only
 * with an http address of this machine. The text completes a sentence whose subject is the secret. @param secret
 * the whole value. @param keys the keys in the value that the developer or operator generated. Omit keys that
 * another party issued, because their form is unknown.
 */
export function weaknessOf(secret: string, keys: readonly string[] = []): string | undefined {
  if (isPublished(secret)) return 'contains a value that everyone can read in the source code of plid';
  if (keys.some(isGuessable))
    return `contains a key with fewer than ${minDifferentCharacters} different characters`;
  return undefined;
}
