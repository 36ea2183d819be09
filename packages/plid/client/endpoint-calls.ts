import { type LoginFacts, readLoginFacts } from '../../../workers/core/protocol/login-facts.ts';
import { automaticLoginMember, preferHeader } from '../../../workers/core/protocol/prefer-header.ts';
import type { YesNo } from '../../../workers/core/protocol/user-record.ts';
import { FieldError } from '../fields/field-error.ts';
import { readEnvelope, readUserAnswer, type UserAnswer } from '../fields/read-envelope.ts';
import { isObject, type OnDroppedField } from '../fields/read-record.ts';
import {
  type Credentials,
  callService,
  postForm,
  RefusedEnvelope,
  type ServiceSettings,
} from './call-service.ts';
import { PlidMismatch } from './errors.ts';

/** An access token (§2.3). */
export interface AccessToken extends LoginFacts {
  /**
   * The token that grants access to the user record, usually for 10 minutes. The token is secret, so never put it
   * in pages or logs.
   */
  access_token: string;
  /** The token type, always in lower case, even if the service's response spells it differently. */
  token_type: 'bearer';
  /** The token's lifetime in seconds, if the service sent it. */
  expires_in?: number;
  /** The `state` that the client sent in the token request. Present if the service repeats it in the response. */
  state?: string;
}

/** Values that prove that a code belongs to a sign-in. */
export interface CodeProof {
  /** State of the sign-in. A response that echoes another state is rejected. */
  state?: string | undefined;
  /** The sign-in's PKCE code verifier. Undefined if PKCE isn't used. */
  codeVerifier?: string | undefined;
}

/**
 * Exchanges a code for a token (§4.2). The request is sent only once. @throws {PlidRefusal} {PlidUnavailable}
 * {PlidMismatch}
 */
export function exchangeCode(settings: TokenSettings, code: string, proof: CodeProof): Promise<AccessToken> {
  const read = (answer: unknown) => readTokenAnswer(answer, proof.state, settings.onDroppedField);
  return postForm(settings, settings.paths.token, tokenFields(code, proof), read);
}

/**
 * A token, and whether the login was automatic. `automaticLogin` is undefined if the service doesn't report it.
 */
export interface TokenWithAutomaticLogin {
  token: AccessToken;
  automaticLogin: YesNo | undefined;
}

/**
 * Exchanges a code like `exchangeCode`, and also asks the service to report whether the login was automatic
 * (prefer-header.ts). @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch}
 */
export function exchangeCodePreferring(
  settings: TokenSettings,
  code: string,
  proof: CodeProof,
): Promise<TokenWithAutomaticLogin> {
  const read = (answer: unknown): TokenWithAutomaticLogin => {
    const token = readTokenAnswer(answer, proof.state, settings.onDroppedField);
    const said = isObject(answer) ? answer[automaticLoginMember] : undefined;
    return { token, automaticLogin: said === 'Y' || said === 'N' ? said : undefined };
  };
  const asking = { headers: { [preferHeader]: automaticLoginMember } };
  return postForm(settings, settings.paths.token, tokenFields(code, proof), read, asking);
}

/** Format of a bearer token (RFC 6750 §2.1). */
const tokenFormat = /^[\w~+/.-]+=*$/;
const maxTokenLength = 8_192;

type TokenSettings = ServiceSettings &
  Credentials & { paths: { token: string }; onDroppedField?: OnDroppedField | undefined };

const tokenFields = (code: string, { state, codeVerifier }: CodeProof): Record<string, string> => ({
  grant_type: 'authorization_code',
  code,
  ...(state !== undefined && { state }),
  ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
});

/**
 * Reads a token response. `expires_in` may be a string, and `token_type` may have any case. `null` and empty
 * values count as missing (§2.3).
 */
function readTokenAnswer(
  answer: unknown,
  sentState: string | undefined,
  onDroppedField: OnDroppedField = () => undefined,
): AccessToken {
  const members = isObject(answer) ? answer : {};
  const { access_token, token_type, expires_in, state } = members;
  const isToken = typeof access_token === 'string' && access_token.length <= maxTokenLength;
  if (!isToken || !tokenFormat.test(access_token))
    throw new FieldError('access_token', 'is missing or malformed');
  if (typeof token_type !== 'string' || token_type.toLowerCase() !== 'bearer')
    throw new FieldError('token_type', 'is not bearer');
  const odd = (name: string) => onDroppedField(new FieldError(name, 'is not valid in a token response'));
  const token: AccessToken = { access_token, token_type: 'bearer', ...readLoginFacts(members, odd) };
  if (!isAbsent(expires_in)) token.expires_in = readSeconds(expires_in);
  if (isAbsent(state)) return token;
  if (typeof state !== 'string' || (sentState !== undefined && state !== sentState))
    throw new FieldError('state', 'belongs to another sign-in');
  return { ...token, state };
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

function readSeconds(value: unknown): number {
  const isPlain = typeof value === 'number' || typeof value === 'string';
  if (isPlain && /^\d{1,15}$/.test(String(value))) return Number(value);
  throw new FieldError('expires_in', "isn't a number of seconds");
}

/**
 * Fetches the user record for an access token and decrypts its encrypted fields (§4.3, §2.2). @param
 * onDroppedField called with each field that doesn't match §2.1.
 * @returns the whole envelope. An attribute that the service sent without a value is an empty text. Missing and
 * malformed attributes are omitted. @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch}. {PlidMismatch} is also
 * thrown if the record has no plid.
 */
export async function readUser(
  settings: ServiceSettings & Pick<Credentials, 'clientSecret'> & { paths: { user: string } },
  accessToken: string,
  onDroppedField: OnDroppedField,
): Promise<UserAnswer> {
  // The token is checked here because a header can't contain a line break. Otherwise, fetch would report a network
  // failure.
  if (!tokenFormat.test(accessToken))
    throw new PlidMismatch(
      'option',
      'The access token is empty or has an invalid character. Pass the token exactly as it was issued.',
    );
  const headers = { Authorization: `Bearer ${accessToken}` };
  return callService(settings, settings.paths.user, { headers }, (body) => {
    readSuccess(body);
    return readUserAnswer(body, settings.clientSecret, onDroppedField);
  });
}

/** Disconnects a user (§4.4). @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch} */
export function disconnectUser(
  settings: ServiceSettings & Credentials & { paths: { disconnect: string } },
  plid: string,
): Promise<void> {
  return postForm(settings, settings.paths.disconnect, { plid }, readSuccess);
}

/** @throws {RefusedEnvelope} {FieldError} */
function readSuccess(body: unknown): void {
  const envelope = readEnvelope(body);
  if (envelope.code !== '0000') throw new RefusedEnvelope(envelope);
}
