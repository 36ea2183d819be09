import { attributes, encryptedAttributes } from '../../../workers/core/protocol/user-record.ts';
import type { Answer } from '../test-suite/http-response.ts';
import { expectThat } from '../test-suite/mismatch.ts';

/** The encrypted fields of §2.1. */
export const encryptedFields = attributes.filter((name) => encryptedAttributes.has(name));
/** The attributes of the user record that are sent unencrypted. */
export const plainFields = attributes.filter((name) => !encryptedAttributes.has(name));
export const identityFields: string[] = [...attributes];
export const automaticLoginFlagNames = ['autoLoginYn', 'autoStatusCheck'];

/** Returns the record in a response to `GET /v1/user/me`. @throws {Mismatch} if there is none. */
export function recordOf(answer: Answer): Record<string, string | undefined> {
  const user = answer.status === 200 ? answer.json?.user : undefined;
  expectThat(typeof user === 'object' && user !== null, 'status 200 with a user', answer);
  return user as Record<string, string>;
}
