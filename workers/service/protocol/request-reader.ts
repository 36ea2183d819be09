import type { Application } from '../registry/applications.ts';
import type { AuthorizationRequest, SentRequest } from './sent-request.ts';

/** The registered values of an application by which its requests are validated. */
export type RequestingApplication = Pick<Application, 'redirect_uris' | 'pkce' | 'openid' | 'iss'>;

/**
 * Reads authorization requests of one format. The flow knows only the format of §4.1. A worker's index.ts lists the
 * others, and the first that recognizes a request reads it.
 */
export interface RequestReader {
  /** Whether a request is in this format. If a repeated parameter leaves that open, `check` rejects the request. */
  recognizes(application: RequestingApplication, sent: SentRequest): boolean;
  /**
   * Validates a request. @throws {ProtocolError} if a check fails. The first failing check, in the order of the
   * statements, determines the error.
   */
  check(application: RequestingApplication, sent: SentRequest): AuthorizationRequest;
}

/** Optional formats, in addition to §4.1. */
export type RequestReaders = readonly RequestReader[];

/** Returns the reader of a request, or undefined for a request of §4.1. */
export const readerOf = <Reader extends RequestReader>(
  readers: readonly Reader[],
  application: RequestingApplication,
  sent: SentRequest,
): Reader | undefined => readers.find((reader) => reader.recognizes(application, sent));
