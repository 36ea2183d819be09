/** A request's headers. Every `Request` has them, and so has `{ headers: await headers() }` in Next.js. */
export interface RequestHeaders {
  /** The headers, of which only values are read. */
  headers: Pick<Headers, 'get'>;
}

/** Refuses a framework's own request. @param isStandard whether the used members are those of a `Request`. @throws {TypeError} */
export function refuseOtherRequests(isStandard: boolean): void {
  if (!isStandard)
    throw new TypeError(
      "plid/web needs a Request with an absolute URL. Pass the Request of your framework, not its own event or context. For Node's request and response, use plid/express.",
    );
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
