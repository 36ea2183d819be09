import { ProtocolError } from '../../core/protocol/errors.ts';
import type { Application } from '../registry/applications.ts';

/**
 * The address for the response to an authorization request. The redirect URI is one of the application's
 * registered URIs.
 */
export interface ReturnAddress {
  application: Pick<Application, 'iss'>;
  redirect_uri: string;
  /**
   * The `state` in its original percent-encoding, because the application must get it back byte for byte. Empty if
   * an OpenID Connect request contains no `state`.
   */
  state: string;
  format?: {
    /** Whether the response names its issuer (RFC 9207), even if the application isn't registered for that. */
    statesIssuer: boolean;
  };
  /** Whether the response is posted in a form. */
  formPost?: true | undefined;
}

/**
 * The error of an OpenID Connect request whose redirect URI is verified. The browser is redirected to that URI
 * with the error (RFC 6749 §4.1.2.1).
 */
export class ReturnedError extends ProtocolError {
  readonly address: ReturnAddress;

  constructor(error: ProtocolError, address: ReturnAddress) {
    super(error.refusal, { ...error.values, headers: error.headers, cause: error.cause });
    this.address = address;
  }
}
