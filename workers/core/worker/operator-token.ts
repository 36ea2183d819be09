import { equalSecrets } from '../crypto/bytes.ts';
import { authenticationFailedError, readBearer } from '../protocol/bearer.ts';
import type { Context, Handler } from './endpoint.ts';
import { type NamedToken, tokenScope } from './named-tokens.ts';

/** A request from an operator or a carrier. */
export interface OperatorContext<Env, Scope = string> extends Context<Env> {
  /** The name of the request's token. */
  readonly token: string;
  /** The scope of the request's token, or undefined if the token allows all calls. */
  readonly scope: Scope | undefined;
}

export type OperatorHandler<Env, Scope = string> = (
  context: OperatorContext<Env, Scope>,
) => Promise<Response>;

/**
 * Returns a handler that requires one of the operator's tokens and logs the token's name. A request without a
 * valid token for the scope is rejected with `authentication_failed` (401) before anything else is read. @param
 * tokensOf selects the tokens from the worker's settings. @param scopes the token scopes that allow this call.
 */
export function requireToken<Env, Scope extends string = string>(
  tokensOf: (env: Env) => readonly NamedToken[],
  handler: OperatorHandler<Env, Scope>,
  scopes: readonly Scope[] = [],
): Handler<Env> {
  return async (context: Context<Env>) => {
    const token = await findToken(tokensOf(context.env), readBearer(context.request));
    if (token === undefined) throw authenticationFailedError();
    context.note({ token: token.name });
    const name = tokenScope(token);
    const scope = scopes.find((each) => each === name);
    if (scope !== name) throw authenticationFailedError();
    await context.settingsChecked;
    return handler({ ...context, token: token.name, scope });
  };
}

/**
 * Compares every token in constant time, so that the time doesn't reveal whether a token matches or which token
 * matches.
 */
async function findToken(tokens: readonly NamedToken[], presented: string): Promise<NamedToken | undefined> {
  const matches = await Promise.all(tokens.map(({ value }) => equalSecrets(presented, value)));
  return tokens[matches.indexOf(true)];
}
