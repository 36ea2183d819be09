/** Stands in for Workers KV: a map in memory behind the requests that a KV binding of workerd sends. */
interface Entry {
  value: ArrayBuffer;
  metadata: string | null;
  /** In milliseconds since 1970. */
  expires: number;
}

const entries = new Map<string, Entry>();

export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const key = decodeURIComponent(pathname.slice(1));
    switch (request.method) {
      case 'GET':
        return key === '' ? list(searchParams.get('prefix') ?? '') : read(key);
      case 'PUT': {
        const lifetime = Number(searchParams.get('expiration_ttl') ?? Number.POSITIVE_INFINITY);
        const expires = Number(searchParams.get('expiration') ?? Number.POSITIVE_INFINITY) * 1000;
        entries.set(key, {
          value: await request.arrayBuffer(),
          metadata: request.headers.get('CF-KV-Metadata'),
          expires: Math.min(expires, Date.now() + lifetime * 1000),
        });
        return new Response();
      }
      case 'DELETE':
        entries.delete(key);
        return new Response();
      default:
        return new Response('', { status: 405 });
    }
  },
};

function read(key: string): Response {
  const entry = entries.get(key);
  if (entry === undefined || entry.expires <= Date.now()) return new Response('', { status: 404 });
  return new Response(
    entry.value,
    entry.metadata === null ? {} : { headers: { 'CF-KV-Metadata': entry.metadata } },
  );
}

/** A list of at most a thousand names, as a binding asks for it. */
function list(prefix: string): Response {
  const names = [...entries.keys()].filter((name) => name.startsWith(prefix)).slice(0, 1_000);
  return Response.json({ keys: names.map((name) => ({ name })), list_complete: true });
}
