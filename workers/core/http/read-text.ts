/**
 * Reads a body up to a limit. A body of known length is read at once, because reading chunk by chunk takes three
 * times as long.
 * @param limit in bytes. @returns undefined if the body is longer. @throws {Error} if the connection breaks.
 */
export async function readText(message: Request | Response, limit: number): Promise<string | undefined> {
  const known = lengthOf(message);
  if (known !== undefined) return known > limit ? undefined : message.text();
  if (message.body === null) return '';
  const decoder = new TextDecoder();
  let length = 0;
  let text = '';
  for await (const chunk of message.body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limit) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns a body's length in bytes if `Content-Length` determines it (RFC 9112 §6.3). */
function lengthOf({ headers }: Request | Response): number | undefined {
  const isOtherLength = headers.has('Transfer-Encoding') || headers.has('Content-Encoding');
  const [length] = /^\d+$/.exec(headers.get('Content-Length') ?? '') ?? [];
  return length === undefined || isOtherLength ? undefined : Number(length);
}
