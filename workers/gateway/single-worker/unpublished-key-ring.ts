import * as v from 'valibot';
import { publishedKeys } from '../../core/crypto/known-keys.ts';
import { keyRingSetting } from '../../core/worker/key-settings.ts';

/** The setting `KEYS`, without the keys that this project publishes for local development. */
export const privateKeyRingSetting = v.pipe(
  v.string(
    'is not set; set it with: wrangler secret put KEYS, to k1: and the output of: openssl rand -base64 32',
  ),
  v.check(
    (text) => !publishedKeys.some((key) => text.includes(key)),
    'contains a key that everyone can read in the source code of plid; generate your own with: openssl rand -base64 32',
  ),
  keyRingSetting,
);
