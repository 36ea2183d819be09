import { equalSecrets } from '../../../packages/plid/crypto/bytes.ts';
import { authenticationFailedError, readBearer } from '../protocol/bearer.ts';
import type { Context, Handler } from './endpoint.ts';
import { type NamedToken, scopeOf } from './named-tokens.ts';

/** A request of the operator's, or of a carrier's. */
export interface OperatorContext<Env, Scope = string> extends Context<Env> {
  /** The name of the token that it came with. */
  readonly token: string;
  /** The only thing that the token is for; undefined where it is for everything. */
  readonly scope: Scope | undefined;
}

export type OperatorHandler<Env, Scope = string> = (
  context: OperatorContext<Env, Scope>,
) => Promise<Response>;

/**
 * A handler that requires one of the operator's tokens, and notes in the log which one it was, by its name. Other requests
 * are refused with `authentication_failed` (401) before anything else in them is read, as are those with a token that is for something else.
 * @param tokensOf picks the tokens out of the worker's settings. @param scopes with one of which a token may ask for this.
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
    const name = scopeOf(token);
    const scope = scopes.find((each) => each === name);
    if (scope !== name) throw authenticationFailedError();
    await context.settingsChecked;
    return handler({ ...context, token: token.name, scope });
  };
}

/** Every token is compared, each in constant time, so that the time tells neither whether one matches nor which. */
async function findToken(tokens: readonly NamedToken[], presented: string): Promise<NamedToken | undefined> {
  const matches = await Promise.all(tokens.map(({ value }) => equalSecrets(presented, value)));
  return tokens[matches.indexOf(true)];
}
