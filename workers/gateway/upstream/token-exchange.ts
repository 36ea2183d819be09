import * as v from 'valibot';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { type CredentialsEnv, postForm, UpstreamFailure } from './upstream-call.ts';

export type TokenEnv = CredentialsEnv & Pick<Bindings, 'TOKEN_PATH' | 'PKCE'>;

/** The values of an optional field that mean the same as its absence. */
const absent = v.pipe(
  v.union([v.null(), v.literal('')]),
  v.transform(() => undefined),
);

const seconds = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}$/))]),
  v.transform(Number),
  v.integer(),
  v.minValue(0),
);

/** `expires_in` may arrive as a string, `token_type` in any letter case (§2.3). */
const tokenAnswer = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\w~+/.-]+=*$/), v.maxLength(8_192)),
  token_type: v.pipe(v.string(), v.toLowerCase(), v.literal('bearer')),
  expires_in: v.optional(v.union([absent, seconds])),
  state: v.optional(v.union([absent, v.string()])),
});
export type AccessToken = v.InferOutput<typeof tokenAnswer>;

export interface CodeOfFlow {
  code: string;
  /** Of the flow that the code came back for: an answer that echoes another one is not taken. */
  state: string;
  code_verifier: string;
}

/**
 * Exchanges a code (§4.2): once, whatever comes of it. With PKCE the service itself holds the code against the flow.
 * @throws {UpstreamFailure}
 */
export async function exchangeCode(
  env: TokenEnv,
  { code, state, code_verifier }: CodeOfFlow,
): Promise<AccessToken> {
  const proof = env.PKCE === 'Y' ? { code_verifier } : {};
  const fields = { grant_type: 'authorization_code', code, state, ...proof };
  const result = v.safeParse(tokenAnswer, await postForm(env, env.TOKEN_PATH, fields));
  if (!result.success) {
    throw new UpstreamFailure('upstream_invalid', 'the token answer is not that of §2.3');
  }
  if (result.output.state !== undefined && result.output.state !== state) {
    throw new UpstreamFailure('upstream_invalid', 'the token answer is for another state');
  }
  return result.output;
}
