/** A redirect. @param status 303 after a form: the browser follows with GET. @param cookies Set-Cookie values. */
export function redirect(status: 302 | 303, location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ Location: location });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status, headers });
}
