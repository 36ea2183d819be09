import type {
  AuthorizationRequest,
  AuthorizationSettings,
} from '../../../packages/plid/client/authorization.ts';
import { callService } from '../../../packages/plid/client/call-service.ts';
import * as client from '../../../packages/plid/client/endpoints.ts';
import { type Metadata, metadataReader } from '../../../packages/plid/client/metadata.ts';
import * as push from '../../../packages/plid/client/push-request.ts';
import { Memo } from '../../../packages/plid/crypto/memo.ts';
import type { FieldError } from '../../../packages/plid/fields/field-error.ts';
import type { UserAnswer } from '../../../packages/plid/fields/read-envelope.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { throwUpstreamFailure } from './upstream-failure.ts';

export type CallEnv = Pick<Bindings, 'SERVICE_URL' | 'SERVICE_TIMEOUT'>;
type CredentialsEnv = CallEnv & Pick<Bindings, 'CLIENT_ID' | 'CLIENT_SECRET'>;
export type TokenEnv = CredentialsEnv & Pick<Bindings, 'TOKEN_PATH' | 'PKCE'>;
export type UserEnv = CallEnv & Pick<Bindings, 'USER_PATH' | 'CLIENT_SECRET'>;
export type DisconnectEnv = CredentialsEnv & Pick<Bindings, 'DISCONNECT_PATH'>;

export type PushEnv = CredentialsEnv & Pick<Bindings, 'PAR_PATH'>;

/** A call about a sign-in: the service's answer says which one it is. */
type CallContext<Env> = Pick<Context<Env>, 'env' | 'log' | 'nameSignIn'>;

const settingsOf = (env: CallEnv) => ({ service: env.SERVICE_URL, timeout: env.SERVICE_TIMEOUT });
const withCredentials = (env: CredentialsEnv) => ({
  ...settingsOf(env),
  clientId: env.CLIENT_ID,
  clientSecret: env.CLIENT_SECRET,
});

/** The readers of services' metadata, by their addresses; there is one. */
const readers = new Memo<string, (now: number) => Promise<Metadata>>();

/** Whether the service takes pushed requests (RFC 9126), as its metadata says: read once an hour. One that says nothing takes none. */
export async function takesPushed({ env, now }: Pick<Context<CallEnv>, 'env' | 'now'>): Promise<boolean> {
  const read = readers.once(env.SERVICE_URL, () => metadataReader(settingsOf(env)));
  return (await read(now)).takesPushed;
}

/** Pushes an authorization request (RFC 9126). @returns the address at the service where the person signs in. @throws {UpstreamFailure} */
export function pushRequest(
  env: PushEnv,
  { paths, ...settings }: AuthorizationSettings,
  request: AuthorizationRequest,
): Promise<string> {
  const whole = { ...withCredentials(env), ...settings, paths: { ...paths, par: env.PAR_PATH } };
  return push.pushRequest(whole, request).catch(throwUpstreamFailure);
}

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
export const exchangeCode = (context: CallContext<TokenEnv>, flow: CodeOfFlow): Promise<client.AccessToken> =>
  client.exchangeCode(tokenSettings(context), flow.code, proofOf(context, flow)).catch(throwUpstreamFailure);

/** The same, asking the service whether it is an automatic login. Only the gateway asks, in its own name: no app has a hand in it. */
export const exchangeCodeAsking = (
  context: CallContext<TokenEnv>,
  flow: CodeOfFlow,
): Promise<client.TokenWithAutomaticLogin> =>
  client
    .exchangeCodePreferring(tokenSettings(context), flow.code, proofOf(context, flow))
    .catch(throwUpstreamFailure);

/** A fact of the login that is not as described is left out and named in the log: it stops no login. */
const tokenSettings = ({ env, log, nameSignIn }: CallContext<TokenEnv>) => ({
  ...withCredentials(env),
  paths: { token: env.TOKEN_PATH },
  onSignIn: nameSignIn,
  onLeftOut: ({ field }: FieldError) => log('warn', { operation: 'reading a token answer', left_out: field }),
});
const proofOf = (
  { env: { PKCE } }: CallContext<TokenEnv>,
  { state, code_verifier }: CodeOfFlow,
): client.CodeProof => ({
  state,
  codeVerifier: PKCE === 'Y' ? code_verifier : undefined,
});

/**
 * Reads the login user behind an access token, every field in the clear (§4.3, §2.2). An attribute that is not what §2.1 describes
 * is left out, and named in the request's line: one odd value does not stop a login.
 * @throws {UpstreamFailure} `upstream_invalid` also for a record without a plid.
 */
export async function readUser(
  { env, note }: Pick<Context<UserEnv>, 'env' | 'note'>,
  access_token: string,
): Promise<UserAnswer> {
  const settings = { ...settingsOf(env), clientSecret: env.CLIENT_SECRET, paths: { user: env.USER_PATH } };
  const leftOut: string[] = [];
  const onLeftOut = ({ field }: FieldError) => leftOut.push(field);
  const answer = await client.readUser(settings, access_token, onLeftOut).catch(throwUpstreamFailure);
  if (leftOut.length > 0) note({ left_out: leftOut.sort().join(' ') });
  return answer;
}

/** Disconnects a user (§4.4). @throws {UpstreamFailure} */
export function disconnectUser(env: DisconnectEnv, plid: string): Promise<void> {
  const settings = { ...withCredentials(env), paths: { disconnect: env.DISCONNECT_PATH } };
  return client.disconnectUser(settings, plid).catch(throwUpstreamFailure);
}

/**
 * Reads what the service publishes.
 * @param read takes the JSON, and throws a FieldError where it is not what it should be. @throws {UpstreamFailure}
 */
export const getPublished = <Result>(
  env: CallEnv,
  path: string,
  read: (body: unknown) => Promise<Result>,
): Promise<Result> => callService(settingsOf(env), path, {}, read).catch(throwUpstreamFailure);
