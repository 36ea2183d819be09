/**
 * Time between sending the first part and closing the connection, in milliseconds. The delay lets the first part
 * arrive.
 */
const delay = 50;

/**
 * Closes the connection in the middle of a response. Content-Length is the full length, but only half of the body
 * is sent. Some bytes must be sent first, because workerd responds with status 500 if a stream fails before its
 * first bytes. A redirect loses its Location, because clients would follow it as soon as the headers arrive.
 */
export async function cutAnswer(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const half = bytes.length > 1 ? bytes.slice(0, Math.floor(bytes.length / 2)) : new Uint8Array([32]);
  const { readable, writable } = new FixedLengthStream(Math.max(2, bytes.length));
  void breakOff(writable, half);
  const headers = new Headers(answer.headers);
  headers.delete('Location');
  headers.delete('Set-Cookie');
  return new Response(readable, { status: answer.headers.has('Location') ? 200 : answer.status, headers });
}

async function breakOff(writable: WritableStream, half: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  await writer.write(half);
  await scheduler.wait(delay);
  await writer.abort();
}
