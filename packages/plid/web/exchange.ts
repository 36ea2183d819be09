/** A request's headers. Every `Request` has them, and so has `{ headers: await headers() }` in Next.js. */
export interface RequestHeaders {
  /** The headers, of which only values are read. */
  headers: Pick<Headers, 'get'>;
}

/**
 * A request at a website, and where its response's cookies go. @typeParam Source the server's own form of the request,
 * from which a session is read. @typeParam Context what the application's handlers get.
 */
export interface Exchange<Source, Context extends unknown[]> {
  request: Request;
  source: Source;
  context: Context;
  /** Adds Set-Cookie values to the response. */
  addCookies(values: readonly string[]): void;
}
