import { ProtocolError } from '../../core/protocol/errors.ts';
import type { Application } from './applications.ts';

/** The address of an authorization request to which its answer goes back: it is one of the application's. */
export interface ReturnAddress {
  application: Pick<Application, 'iss' | 'login_facts'>;
  redirect_uri: string;
  /** Percent-encoded, as it was sent: the application gets it back byte for byte. Empty where an OpenID request has none. */
  state: string;
  /** Of a request of OpenID Connect. */
  scope?: string | undefined;
  /** The answer is posted in a form. */
  formPost?: true | undefined;
}

/** The refusal of an OpenID request whose redirect address is verified: authorize redirects it there (RFC 6749 §4.1.2.1). */
export class ReturnedError extends ProtocolError {
  readonly address: ReturnAddress;

  constructor(error: ProtocolError, address: ReturnAddress) {
    super(error.refusal, { ...error.values, headers: error.headers, cause: error.cause });
    this.address = address;
  }
}
