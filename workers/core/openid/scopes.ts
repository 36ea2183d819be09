import type { Attribute } from '../../../packages/plid/protocol/user-record.ts';

/** The scopes of OpenID Connect (OpenID Connect Core 1.0 §5.4), and the attributes (§2.1) that their claims need. */
const attributesOfScope = {
  openid: [],
  profile: ['name', 'gender', 'agegroup', 'birthdate'],
  phone: ['phoneNo'],
  email: [],
} as const satisfies Record<string, readonly Attribute[]>;

export type Scope = keyof typeof attributesOfScope;

/** Append new scopes at the end: sign-ins in progress refer to them by index. */
export const scopes = Object.keys(attributesOfScope) as readonly Scope[];

/** The scope of an OpenID Connect request; undefined for other requests. @param list space-separated scopes. */
export function readScope(list = ''): string | undefined {
  const asked = list.split(' ');
  return asked.includes('openid') ? scopes.filter((scope) => asked.includes(scope)).join(' ') : undefined;
}

/**
 * Those of the given attributes that the claims of some scopes need; all of them for a request without a scope.
 * @param scope space-separated scopes of a request.
 */
export function attributesIn(scope: string | undefined, given: readonly Attribute[]): Attribute[] {
  if (scope === undefined) return [...given];
  const asked = scope.split(' ');
  const needed = scopes.filter((name) => asked.includes(name)).flatMap((name) => attributesOfScope[name]);
  return given.filter((attribute) => (needed as readonly Attribute[]).includes(attribute));
}
