import type { KeyRing } from '../../../core/crypto/keys.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import type { LoginFacts } from '../../../core/protocol/login-facts.ts';
import type { Attribute } from '../../../core/protocol/user-record.ts';
import type { GrantRequest } from '../../objects/account-tables.ts';
import type { RequestReader } from '../../protocol/request-reader.ts';
import type { AuthorizationRequest, SentRequest } from '../../protocol/sent-request.ts';
import type { Application } from '../../registry/applications.ts';
import type { CodeRequest } from '../../tokens/codes.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';

/** What a request and the sign-in that it starts have in common. */
export type Asked = Pick<SignIn, 'scope' | 'nonce' | 'code_challenge'>;

/** A grant whose code is issued. */
export type Granted = Pick<CodeRequest, 'plid' | 'grant' | 'identityKey'> & {
  facts?: LoginFacts | undefined;
};

/** The request that a code answers. */
export type Answered = Pick<CodeRequest, 'client_id' | 'redirect_uri' | 'code_challenge'> & {
  application: Pick<Application, 'login_facts'>;
};

/** A format of authorization requests and of the codes that answer them. The flow knows only the format of §4.1. */
export interface RequestFormat {
  /** Whether responses name their issuer (RFC 9207), even if the application isn't registered for that. */
  readonly statesIssuer: boolean;
  /** Whether the application's requests in this format may be answered with an automatic login. */
  allowsAutomaticLogin(application: Pick<Application, 'openid_automatic'>): boolean;
  /** Returns those of an application's attributes that a request asks for. */
  attributesOf(request: AuthorizationRequest, registered: readonly Attribute[]): Attribute[];
  /**
   * Returns the plid of the only user who may sign in, if the request names a user. An empty string, which matches no
   * account, stands for a name that isn't valid.
   */
  namedUser?(
    context: AuthorizeContext,
    client_id: string,
    request: AuthorizationRequest,
  ): Promise<string | undefined>;
  /** Returns what the account keeps for the code. @param redirect the digest of the redirect URI. */
  grantFields(asked: Asked, redirect: string, facts?: LoginFacts): Pick<GrantRequest, 'openid'>;
  /** Issues the code of a grant. @param now in seconds since 1970. */
  issueCode(keys: KeyRing, granted: Granted, answered: Answered, now: number): Promise<string>;
}

/** A format in addition to §4.1, which the worker's index.ts lists. */
export interface OptionalFormat extends RequestFormat, RequestReader {
  /** Whether a request or sign-in is in this format. */
  covers(asked: Pick<Asked, 'scope'>): boolean;
  /** Returns a request's error with the address to which it is returned. Missing if the format returns no errors. */
  returned?(application: Application, sent: SentRequest, error: ProtocolError): ProtocolError;
}

export type RequestFormats = readonly OptionalFormat[];
