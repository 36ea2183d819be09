import { connect } from 'node:net';
import { Request } from 'miniflare';
import { proxyTokenHeader } from '../../../sandbox/world/refuse-foreign-page.ts';
import { localProxyToken } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';

/** A request as it goes over the wire. */
export interface Sent {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body?: Buffer;
  lengthError: number;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
  milliseconds: number;
}

/** After so long without an answer there is none, in milliseconds. */
const patience = 30_000;

type Sender = Pick<World, 'harness' | 'workerAt'>;

/**
 * Sends a request to the worker at its address, over a socket if fetch would change it. No redirect is followed, and no answer
 * is checked against the contract yet.
 * @param origin the address to send it to. @returns `isOfRuntime`: whether the runtime refused it before a worker saw it.
 * @throws if no answer comes, or the worker has thrown.
 */
export async function send(
  world: Sender,
  sent: Sent,
  origin: string,
): Promise<Answer & { isOfRuntime: boolean }> {
  const begun = performance.now();
  const url = new URL(origin + sent.target);
  const worker = world.workerAt(url);
  const answer = isFetchable(sent, url)
    ? await overFetch(world, worker, sent, url)
    : await overSocket(await world.harness.address(), worker, sent, url);
  return { ...answer, isOfRuntime: isOfRuntime(answer), milliseconds: Math.round(performance.now() - begun) };
}

/**
 * Whether an HTTP server itself has rejected a request that is not HTTP, or too large: no worker has seen it, nor, behind
 * the guard, the application.
 */
const isOfRuntime = ({ status, headers }: Omit<Answer, 'milliseconds'>): boolean =>
  !headers.has('X-Request-Id') &&
  ([417, 431].includes(status) ||
    ([0, 400, 413, 414, 501, 505].includes(status) && !headers.has('Cache-Control')));

/** Whether fetch sends it unchanged: no two headers of a name, no Content-Length of its own. */
function isFetchable(sent: Sent, url: URL): boolean {
  const names = sent.headers.map(([name]) => name.toLowerCase());
  const special = ['host', 'content-length', 'expect', 'upgrade', 'transfer-encoding', 'connection'];
  if (sent.lengthError !== 0 || new Set(names).size < names.length) return false;
  if (names.some((name) => special.includes(name))) return false;
  if (!/^[A-Z]+$/.test(sent.method) || url.pathname + url.search !== sent.target) return false;
  try {
    new Request(url, initOf(sent));
    return sent.method !== 'TRACE';
  } catch {
    return false;
  }
}

const initOf = ({ method, headers, body }: Sent) => ({
  method,
  headers: Object.fromEntries(headers),
  ...(body !== undefined && { body }),
});

async function overFetch({ harness }: Sender, worker: string, sent: Sent, url: URL) {
  const init = { ...initOf(sent), signal: AbortSignal.timeout(patience) };
  const response = await harness.fetch(worker, url.href, init as never);
  return {
    status: response.status,
    headers: new Headers([...response.headers] as [string, string][]),
    body: await response.text(),
  };
}

/** Headers that tell the runtime of the tests which worker and address to use. */
const routing = (worker: string, url: URL): [string, string][] => [
  ['MF-Route-Override', worker],
  ['MF-Original-URL', url.href],
  [proxyTokenHeader, localProxyToken],
  ['MF-Disable-Pretty-Error', 'true'],
];

function overSocket({ hostname, port }: URL, worker: string, sent: Sent, url: URL) {
  const { method, target, body, lengthError } = sent;
  const headers = sent.headers.filter(([name, value]) => name.toLowerCase() !== 'host' || isHost(value));
  const length = (body?.length ?? 0) + lengthError;
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
  const lines = [
    ...(hasHost ? [] : [['Host', url.host]]),
    ...[...routing(worker, url), ...headers],
    ...(body === undefined ? [] : [['Content-Length', String(Math.max(0, length))]]),
    ['Connection', 'close'],
  ];
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''];
  return new Promise<Omit<Answer, 'milliseconds'>>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    socket.setTimeout(patience, () => socket.destroy(new Error('No answer over a socket')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(read(Buffer.concat(chunks))));
    socket.write(head.join('\r\n'));
    // No more bytes follow: the rest of the announced length never comes.
    socket.end(body ?? '');
  });
}

/** The runtime itself answers 500 for a host that makes no address; at Cloudflare such a request reaches no worker. */
const isHost = (value: string): boolean => URL.canParse(`http://${value}/path`);

/** Reads an answer that ended with its connection; status 0 for none. */
export function read(answer: Buffer): Omit<Answer, 'milliseconds'> {
  const end = answer.indexOf('\r\n\r\n');
  const isInterim = answer.subarray(0, 10).toString().startsWith('HTTP/1.1 1');
  if (isInterim) return read(answer.subarray(end + 4));
  const [first = '', ...lines] = answer.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = answer.subarray(end + 4);
  const isChunked = headers.get('Transfer-Encoding') === 'chunked';
  return { status, headers, body: (isChunked ? joined(rest) : rest).toString() };
}

/** A body that came in chunks. */
function joined(chunked: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < chunked.length; ) {
    const lineEnd = chunked.indexOf('\r\n', at);
    const size = Number.parseInt(chunked.subarray(at, lineEnd).toString(), 16);
    if (!(size > 0)) break;
    parts.push(chunked.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
