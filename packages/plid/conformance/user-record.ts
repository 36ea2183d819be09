import type { Answer } from './answer.ts';
import { expectThat } from './mismatch.ts';

/** The encrypted fields of §2.1. */
export const encryptedFields = ['ci', 'phoneNo', 'name', 'birthday', 'birthdate'];
/** The plain ones that tell who somebody is. */
export const plainFields = ['gender', 'agegroup', 'foreign', 'telcoCd'];
export const identityFields = [...encryptedFields, ...plainFields];
export const flags = ['autoLoginYn', 'autoStatusCheck'];

/** The record in an answer to `GET /v1/user/me`. @throws {Mismatch} where there is none. */
export function recordOf(answer: Answer): Record<string, string | undefined> {
  const user = answer.status === 200 ? answer.json?.user : undefined;
  expectThat(typeof user === 'object' && user !== null, 'status 200 with a user', answer);
  return user as Record<string, string>;
}
