import type { Attribute } from '../../../packages/plid/protocol/user-record.ts';

/** The scopes of OpenID Connect (OpenID Connect Core 1.0 §5.4), and the attributes (§2.1) of which their claims are made. */
const attributesOfScope = {
  openid: [],
  profile: ['name', 'gender', 'agegroup', 'birthdate'],
  phone: ['phoneNo'],
  email: [],
} as const satisfies Record<string, readonly Attribute[]>;

export type Scope = keyof typeof attributesOfScope;

/** A new one stands at the end: sign-ins under way name them by their place. */
export const scopes = Object.keys(attributesOfScope) as readonly Scope[];

/** The scope of an OpenID request; undefined for any other. @param list words with spaces between. */
export function readScope(list = ''): string | undefined {
  const asked = list.split(' ');
  return asked.includes('openid') ? scopes.filter((scope) => asked.includes(scope)).join(' ') : undefined;
}

/**
 * Those of the given attributes that the claims of some scopes are made of; all of them for a request without a scope.
 * @param scope as a request has it: words with spaces between.
 */
export function attributesIn(scope: string | undefined, given: readonly Attribute[]): Attribute[] {
  if (scope === undefined) return [...given];
  const asked = scope.split(' ');
  const needed = scopes.filter((name) => asked.includes(name)).flatMap((name) => attributesOfScope[name]);
  return given.filter((attribute) => (needed as readonly Attribute[]).includes(attribute));
}
