import type { Attribute } from '../core/protocol/user-record.ts';

/**
 * The OpenID Connect scopes (OpenID Connect Core 1.0 §5.4), each with the attributes (§2.1) that its claims need.
 */
const attributesOfScope = {
  openid: [],
  profile: ['name', 'gender', 'agegroup', 'birthdate'],
  phone: ['phoneNo'],
  email: [],
} as const satisfies Record<string, readonly Attribute[]>;

export type Scope = keyof typeof attributesOfScope;

/** The supported scopes. Append new scopes at the end, because sign-ins in progress refer to scopes by index. */
export const scopes = Object.keys(attributesOfScope) as readonly Scope[];

/**
 * Returns the supported scopes of an OpenID Connect request, or undefined for other requests. @param list
 * space-separated scopes.
 */
export function readScope(list = ''): string | undefined {
  const asked = list.split(' ');
  return asked.includes('openid') ? scopes.filter((scope) => asked.includes(scope)).join(' ') : undefined;
}

/**
 * Returns the given attributes that the claims of the scopes require, or all given attributes if the request has
 * no scope. @param scope space-separated scopes of a request.
 */
export function attributesForScope(scope: string | undefined, given: readonly Attribute[]): Attribute[] {
  if (scope === undefined) return [...given];
  const asked = scope.split(' ');
  const needed = scopes.filter((name) => asked.includes(name)).flatMap((name) => attributesOfScope[name]);
  return given.filter((attribute) => (needed as readonly Attribute[]).includes(attribute));
}
