export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body, if it is a JSON object. */
  json: Record<string, unknown> | undefined;
}

export interface Request {
  method?: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  form?: Record<string, string>;
  /** An encoded body that is sent instead of `form`. `headers` must contain its content type. */
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a request without following redirects, and reads the whole response. @param timeout in seconds. */
export async function send(url: string, timeout: number, request: Request): Promise<Answer> {
  const { method = 'GET', path, query = {}, form, body, headers = {} } = request;
  const search = new URLSearchParams(query).toString();
  const type = form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${url}${path}${search && `?${search}`}`, {
    method,
    headers: { Accept: 'application/json', 'Accept-Language': 'en', ...type, ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout * 1000),
    ...(body !== undefined && { body }),
    ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: readObject(text) };
}

/** @returns the JSON object in a text; undefined if the text is anything else. */
export function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
