import type {
  AuthorizationRequest,
  AuthorizationSettings,
} from '../../../packages/plid/client/authorization.ts';
import * as client from '../../../packages/plid/client/endpoint-calls.ts';
import { type Metadata, metadataReader } from '../../../packages/plid/client/metadata.ts';
import * as push from '../../../packages/plid/client/push-request.ts';
import type { FieldError } from '../../../packages/plid/fields/field-error.ts';
import type { UserAnswer } from '../../../packages/plid/fields/read-envelope.ts';
import { Memo } from '../../core/crypto/memo.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { throwUpstreamFailure } from './upstream-failure.ts';

type CallEnv = Pick<Bindings, 'SERVICE_URL' | 'SERVICE_TIMEOUT'>;
type CredentialsEnv = CallEnv & Pick<Bindings, 'CLIENT_ID' | 'CLIENT_SECRET'>;
export type TokenEnv = CredentialsEnv & Pick<Bindings, 'TOKEN_PATH' | 'PKCE'>;
export type UserEnv = CallEnv & Pick<Bindings, 'USER_PATH' | 'CLIENT_SECRET'>;
export type DisconnectEnv = CredentialsEnv & Pick<Bindings, 'DISCONNECT_PATH'>;

export type PushEnv = CredentialsEnv & Pick<Bindings, 'PAR_PATH'>;

/**
 * The context of a call to the service on behalf of a sign-in. The service's response includes the sign-in's
 * identifier.
 */
type CallContext<Env> = Pick<Context<Env>, 'env' | 'log' | 'nameSignIn'>;

const settingsOf = (env: CallEnv) => ({ service: env.SERVICE_URL, timeout: env.SERVICE_TIMEOUT });
const withCredentials = (env: CredentialsEnv) => ({
  ...settingsOf(env),
  clientId: env.CLIENT_ID,
  clientSecret: env.CLIENT_SECRET,
});

/**
 * Metadata readers, by service URL. The map contains only one reader, because the gateway has only one service.
 */
const readers = new Memo<string, (now: number) => Promise<Metadata>>();

/**
 * Whether the service's metadata offers pushed requests (RFC 9126). The metadata is read once an hour, and the
 * default is false.
 */
export async function supportsPushedRequests({
  env,
  now,
}: Pick<Context<CallEnv>, 'env' | 'now'>): Promise<boolean> {
  const read = readers.once(env.SERVICE_URL, () => metadataReader(settingsOf(env)));
  return (await read(now)).takesPushed;
}

/** Pushes an authorization request (RFC 9126). @returns the authorization URL. @throws {UpstreamFailure} */
export function pushRequest(
  env: PushEnv,
  { paths, ...settings }: AuthorizationSettings,
  request: AuthorizationRequest,
): Promise<string> {
  const whole = { ...withCredentials(env), ...settings, paths: { ...paths, par: env.PAR_PATH } };
  return push.pushRequest(whole, request).catch(throwUpstreamFailure);
}

export interface FlowCode {
  code: string;
  /** State of the flow. A response that echoes another state is rejected. */
  state: string;
  code_verifier: string;
}

/**
 * Exchanges a code (§4.2) without retries. With PKCE, the service binds the code to the flow. @throws
 * {UpstreamFailure}
 */
export const exchangeCode = (context: CallContext<TokenEnv>, flow: FlowCode): Promise<client.AccessToken> =>
  client.exchangeCode(tokenSettings(context), flow.code, proofOf(context, flow)).catch(throwUpstreamFailure);

/**
 * Exchanges a code like {@link exchangeCode}, and also asks the service to report whether the login was automatic.
 * The gateway sends this request itself, so no app can change it.
 */
export const exchangeCodeWithLoginFacts = (
  context: CallContext<TokenEnv>,
  flow: FlowCode,
): Promise<client.TokenWithAutomaticLogin> =>
  client
    .exchangeCodePreferring(tokenSettings(context), flow.code, proofOf(context, flow))
    .catch(throwUpstreamFailure);

/** A malformed login fact is dropped and logged, so that the malformed fact doesn't stop the login. */
const tokenSettings = ({ env, log, nameSignIn }: CallContext<TokenEnv>) => ({
  ...withCredentials(env),
  paths: { token: env.TOKEN_PATH },
  onSignIn: nameSignIn,
  onDroppedField: ({ field }: FieldError) =>
    log('warn', { operation: 'reading a token answer', left_out: field }),
});
const proofOf = (
  { env: { PKCE } }: CallContext<TokenEnv>,
  { state, code_verifier }: FlowCode,
): client.CodeProof => ({
  state,
  codeVerifier: PKCE === 'Y' ? code_verifier : undefined,
});

/**
 * Reads the user that an access token belongs to, with every field decrypted (§4.3, §2.2). An attribute that
 * doesn't match §2.1 is dropped and logged, so that one odd value doesn't stop a login. @throws {UpstreamFailure}
 * if the call fails, or if the record has no plid (`upstream_invalid`).
 */
export async function readUser(
  { env, note }: Pick<Context<UserEnv>, 'env' | 'note'>,
  access_token: string,
): Promise<UserAnswer> {
  const settings = { ...settingsOf(env), clientSecret: env.CLIENT_SECRET, paths: { user: env.USER_PATH } };
  const leftOut: string[] = [];
  const onDroppedField = ({ field }: FieldError) => leftOut.push(field);
  const answer = await client.readUser(settings, access_token, onDroppedField).catch(throwUpstreamFailure);
  if (leftOut.length > 0) note({ left_out: leftOut.sort().join(' ') });
  return answer;
}

/** Disconnects a user (§4.4). @throws {UpstreamFailure} */
export function disconnectUser(env: DisconnectEnv, plid: string): Promise<void> {
  const settings = { ...withCredentials(env), paths: { disconnect: env.DISCONNECT_PATH } };
  return client.disconnectUser(settings, plid).catch(throwUpstreamFailure);
}
