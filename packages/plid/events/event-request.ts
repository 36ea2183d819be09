import { readMediaType } from '../../../workers/core/http/media-type.ts';
import { readText } from '../../../workers/core/http/read-text.ts';
import { securityEventMediaType } from '../../../workers/core/protocol/security-events.ts';

/** Maximum length of an event, in bytes. Events from plid have about 800 bytes. */
const maxEventLength = 16 * 1024;

/**
 * A request of Node, Express, or Fastify (`request.raw`). `body` is used if a parser has already read the request,
 * such as `express.text`.
 */
export interface NodeEventRequest extends AsyncIterable<unknown> {
  /** Only the media type is read. */
  readonly headers: { readonly 'content-type'?: string | undefined };
  /** The text or the bytes that a parser has read. */
  readonly body?: unknown;
}

/**
 * Reads the text of an event. @returns undefined if it has another media type, is too long, or can't be read, because
 * the sender has ended the request.
 */
export async function readEventText(request: Request | NodeEventRequest): Promise<string | undefined> {
  const type = isWeb(request) ? request.headers.get('Content-Type') : request.headers['content-type'];
  if (readMediaType(type) !== securityEventMediaType) return undefined;
  try {
    return await (isWeb(request) ? readText(request, maxEventLength) : readNodeText(request));
  } catch {
    return undefined;
  }
}

/** A framework's `Request` may be another class than the global one. */
const isWeb = (request: Request | NodeEventRequest): request is Request =>
  typeof (request.headers as Partial<Headers>).get === 'function';

async function readNodeText(request: NodeEventRequest): Promise<string | undefined> {
  const { body } = request;
  if (typeof body === 'string') return body.length > maxEventLength ? undefined : body;
  const chunks = body instanceof Uint8Array ? [body] : (request as AsyncIterable<Uint8Array>);
  const stream = new Response(streamOf(chunks));
  return readText(stream, maxEventLength);
}

/** A stream that reads no further than its reader. */
function streamOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = (async function* () {
    yield* chunks;
  })();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return();
    },
  });
}
