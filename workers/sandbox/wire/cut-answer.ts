/** How long the first part has for its way, in milliseconds, before the connection ends. */
const pause = 50;

/**
 * Ends the connection within an answer: it announces its whole length, sends half, and breaks off. (A stream that
 * fails before its first bytes have left becomes a status 500 in workerd, and no cut at all.) A redirect would be
 * followed as soon as its head is there, so that its address is lost as well.
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
  await scheduler.wait(pause);
  await writer.abort();
}
