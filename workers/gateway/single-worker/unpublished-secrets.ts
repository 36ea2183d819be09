import * as v from 'valibot';
import { isPublished } from '../../core/crypto/known-keys.ts';
import { keyRingSetting } from '../../core/worker/key-settings.ts';
import { secretAdvice } from '../../core/worker/settings.ts';

const adviceOf = (generated: string) =>
  `contains a value that everyone can read in the source code of plid; generate your own ${generated}`;

/** The setting `KEYS`, without the key that this project publishes for local development. */
export const unpublishedKeyRing = v.pipe(
  v.string(`${secretAdvice}. Its value is k1: and the output of: openssl rand -base64 32`),
  v.check((text) => !isPublished(text), adviceOf('with: openssl rand -base64 32')),
  keyRingSetting,
);

/** How to generate the secrets other than `KEYS` that local environments publish. */
const generated: Readonly<Record<string, string>> = {
  ADMIN_TOKEN: 'with: openssl rand -hex 32',
  IDENTITY_KEY: 'with: openssl rand -hex 32',
  OPENID_KEY: 'as docs/reference/settings.md describes',
  OPENID_SUBJECT_KEY: 'with: openssl rand -base64 32',
};

/** A setting. If it is one of these secrets, it refuses the values that this project publishes. */
export function unpublished(name: string, setting: v.GenericSchema<unknown>): v.GenericSchema {
  const how = generated[name];
  if (how === undefined) return setting;
  const isOwn = (value: unknown) => typeof value !== 'string' || !isPublished(value);
  return v.pipe(v.custom<unknown>(isOwn, adviceOf(how)), setting);
}
