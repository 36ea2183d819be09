import {
  type Attribute,
  encryptedAttributes,
  type UserRecord,
} from '../../workers/core/protocol/user-record.ts';
import type { Fault } from '../fault.ts';

type Answer = Record<string, unknown> & { user?: UserRecord };

const changes: Partial<Record<Fault['kind'], (answer: Answer) => Answer>> = {
  'string-expires_in': (answer) =>
    'expires_in' in answer ? { ...answer, expires_in: String(answer.expires_in) } : answer,
  'empty-error': (answer) => ({ ...answer, error: '' }),
  'encrypted-agegroup': withUser((user) => {
    const encryptedEmpty = [...encryptedAttributes].map((attribute) => user[attribute]).find(Boolean);
    return 'agegroup' in user && encryptedEmpty !== undefined ? { ...user, agegroup: encryptedEmpty } : user;
  }),
  'plain-fields': withUser((user) => {
    const sent = [...encryptedAttributes].filter((attribute) => attribute in user);
    return { ...user, ...Object.fromEntries(sent.map((attribute: Attribute) => [attribute, ''])) };
  }),
};

/**
 * Changes a successful response to another format that the specification allows. Other responses stay unchanged.
 */
export async function varyResponseFormat(answer: Response, faults: readonly Fault[]): Promise<Response> {
  const kinds = faultOrder.filter((kind) => faults.some((fault) => fault.kind === kind));
  if (kinds.length === 0 || answer.status !== 200) return answer;
  const body = await answer.json<Answer>();
  const changed = kinds.reduce((result, kind) => changes[kind]?.(result) ?? result, body);
  return Response.json(changed, answer);
}

/**
 * The order in which faults are applied. `encrypted-agegroup` copies the ciphertext of an encrypted field before
 * `plain-fields` empties the encrypted fields.
 */
const faultOrder = ['string-expires_in', 'empty-error', 'encrypted-agegroup', 'plain-fields'] as const;

/**
 * Wraps a change to the user record so that it applies only to an automatic login other than the first (§2.1 mode
 * 2). Only in such a login, the encrypted fields contain "" in encrypted form.
 */
function withUser(change: (user: UserRecord) => UserRecord) {
  return ({ user, ...answer }: Answer): Answer => {
    if (user === undefined) return answer;
    const automatic = user.autoLoginYn === 'Y' && user.autoStatusCheck === 'N';
    return { ...answer, user: automatic ? change(user) : user };
  };
}
