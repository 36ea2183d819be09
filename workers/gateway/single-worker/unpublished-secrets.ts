import * as v from 'valibot';
import { isPublished } from '../../core/crypto/known-keys.ts';
import { keyRingSetting } from '../../core/worker/key-settings.ts';

const advice =
  'contains a value that everyone can read in the source code of plid; generate your own with: openssl rand -base64 32';

/** The setting `KEYS`, without the key that this project publishes for local development. */
export const unpublishedKeyRing = v.pipe(
  v.string(
    'is not set; set it with: wrangler secret put KEYS, to k1: and the output of: openssl rand -base64 32',
  ),
  v.check((text) => !isPublished(text), advice),
  keyRingSetting,
);

/** Another secret, without the values that this project publishes. */
export const unpublished = (setting: v.GenericSchema<unknown>): v.GenericSchema =>
  v.pipe(
    v.custom<unknown>((value) => typeof value !== 'string' || !isPublished(value), advice),
    setting,
  );
