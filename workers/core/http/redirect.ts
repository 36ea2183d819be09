/**
 * Creates a redirect. @param status 303 after a form, so that the browser follows with GET. @param cookies
 * Set-Cookie values.
 */
export function redirect(status: 302 | 303, location: string, cookies: readonly string[] = []): Response {
  const response = new Response(null, { status, headers: { Location: location } });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Returns the same URL with https. */
export const overHttps = ({ href }: URL): string => href.replace(/^http:/, 'https:');
