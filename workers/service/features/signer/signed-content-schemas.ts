import * as v from 'valibot';
import type { Login } from '../../../openid/id-token.ts';
import type { Logout } from '../../../openid/logout-token.ts';

/**
 * The claims that the signing worker accepts. It rejects claims that don't belong to the token type, regardless of
 * the caller.
 */

const text = v.pipe(v.string(), v.minLength(1));
const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.exactOptional(schema);
const whom = { issuer: text, audience: text, subject: text };

export const idTokenContentSchema: v.GenericSchema<unknown, Login> = v.strictObject({
  ...whom,
  nonce: optional(text),
  authTime: optional(v.number()),
  amr: optional(v.array(text)),
  acr: text,
  accessToken: text,
  claims: v.strictObject({
    name: optional(text),
    gender: optional(v.picklist(['female', 'male'])),
    birthdate: optional(text),
    phone_number: optional(text),
    phone_number_verified: optional(v.literal(true)),
    email: optional(text),
    email_verified: optional(v.literal(false)),
  }),
});

export const logoutTokenContentSchema: v.GenericSchema<unknown, Logout> = v.strictObject({
  ...whom,
  jti: text,
});
