import * as v from 'valibot';
import { type NamedToken, splitTokens } from './named-tokens.ts';
import type { SecretFormat } from './secret-format.ts';
import { secret, secretAdvice, secretSetting } from './settings.ts';

/** A shared secret that is sent as a bearer token. */
export const bearerSetting = v.pipe(
  secretSetting,
  v.regex(
    /^[\w~+/.-]+=*$/,
    'contains a character that is not allowed in a bearer token; generate the token with: openssl rand -hex 32',
  ),
);

/**
 * A setting with bearer tokens. All tokens in the setting are accepted. The setting contains the tokens of several
 * people, or an old and a new token during rotation. @param defaultName name for a token without a name. If undefined,
 * each token needs a name, because the tokens belong to people. @param scopes the scopes to which a token's name may
 * limit the token. @param format the format of generated tokens.
 */
export const bearerTokensSetting = (
  defaultName: string | undefined,
  scopes: readonly string[] = [],
  format: SecretFormat = 'hex',
) =>
  v.pipe(
    v.string(secretAdvice),
    v.rawTransform<string, readonly NamedToken[]>(({ dataset, addIssue, NEVER }) => {
      const tokens = splitTokens(dataset.value, defaultName ?? '');
      const fault = faultOfTokens(tokens, scopes);
      if (fault === undefined) return tokens;
      addIssue({ message: fault });
      return NEVER;
    }),
    v.metadata(secret(format)),
  );

function faultOfTokens(tokens: readonly NamedToken[], scopes: readonly string[]): string | undefined {
  for (const { value } of tokens) {
    const result = v.safeParse(bearerSetting, value);
    if (!result.success) return result.issues[0].message;
  }
  if (tokens.some(({ name }) => name === ''))
    return "contains a token without a name, but records must show who used it; write its owner's name in front, such as kim:TOKEN, and go on sending TOKEN without the name";
  if (tokens.some(({ name }) => !/^[a-z0-9-]{1,32}(?:@|$)/.test(name)))
    return 'needs names of at most 32 lowercase letters, digits, and hyphens, such as kim:TOKEN,lee:TOKEN';
  if (tokens.some((token) => token.name.includes('@') && !scopes.includes(token.name.replace(/^[^@]*@/, ''))))
    return scopes.length > 0
      ? `limits a token to an unknown scope; valid forms: ${scopes.map((scope) => `kim@${scope}:TOKEN`).join(', ')}`
      : 'contains a token name with an @, but these tokens cannot be limited to a scope';
  const isUnique = (key: keyof NamedToken) =>
    new Set(tokens.map((token) => token[key])).size === tokens.length;
  return isUnique('name') && isUnique('value') ? undefined : 'contains the same name or token twice';
}
