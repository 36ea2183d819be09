/**
 * Reads a body, but never more than a limit. Chunk by chunk it costs three times as much, so that one whose length is known
 * is read at once.
 * @param limit in bytes. @returns undefined where the body is longer. @throws {Error} where the connection breaks off.
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

/** The length of a body in bytes, where HTTP holds the sender to it: no more is read than Content-Length says (RFC 9112 §6.3). */
function lengthOf({ headers }: Request | Response): number | undefined {
  const isOtherLength = headers.has('Transfer-Encoding') || headers.has('Content-Encoding');
  const [length] = /^\d+$/.exec(headers.get('Content-Length') ?? '') ?? [];
  return length === undefined || isOtherLength ? undefined : Number(length);
}
