import { request } from 'node:http';
import type { Running } from './process.ts';
import { type Case, type HttpRequest, isOurs, type System } from './system.ts';
import { commonHeaders } from './wrk.ts';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends one request as wrk would, and reads the whole answer. */
function send(port: number, sent: HttpRequest): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body } = sent;
  const options = { host: '127.0.0.1', port, method, path, headers: { ...commonHeaders(sent), ...headers } };
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(incoming.headersDistinct).map(([name, lines = []]) => [name, lines.join('\n')]),
          ),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** A sealed value, which differs from one answer to the next. */
const sealed = /eyJ[\w-]+\.[\w-]*(?:\.[\w-]+){3}/g;

/** Headers that name a connection, one request or one sign-in. */
const ownHeaders = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
  'plid-sign-in',
]);

function comparable({ status, headers, body }: Answer): string {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  const lines = kept.map(([name, value]) => `${name}: ${value}`).sort();
  const hasId = /^[0-9a-f]{16}$/.test(headers['x-request-id'] ?? '');
  const text = [String(status), ...lines, `x-request-id: ${hasId}`, '', body].join('\n');
  return text.replaceAll(sealed, '<sealed>');
}

/** A system's answer to its first request. @throws {Error} if its status differs from the case's. */
async function firstAnswer({ name, status }: Case, system: System, running: Running): Promise<Answer> {
  const [first] = await system.requests(running.call, 1);
  if (first === undefined) throw new Error(`${name}: ${system.name} has no request`);
  const answer = await send(running.portOf(system.target), first);
  const isExpected = isOurs(system) ? answer.status === status : answer.status < 400;
  if (!isExpected)
    throw new Error(`${name}: ${system.name} answers ${answer.status}: ${answer.body.slice(0, 500)}`);
  return answer;
}

/**
 * Checks that every system answers with the case's status, and the limit with the product's headers and body, sealed values excepted.
 * @throws {Error} with both answers, if they differ.
 */
export async function checkAnswers(stated: Case, running: ReadonlyMap<System, Running>): Promise<void> {
  const seen = new Map<string, string>();
  for (const [system, process] of running) {
    seen.set(system.name, comparable(await firstAnswer(stated, system, process)));
  }
  if (stated.targets.limit === undefined) return;
  const [product, limit] = [seen.get('product'), seen.get('limit')];
  if (product === undefined || limit === undefined)
    throw new Error(`${stated.name} has no limit to compare with`);
  if (product !== limit)
    throw new Error(`${stated.name}: the limit's answer differs.\n${difference(product, limit)}`);
}

function difference(product: string, limit: string): string {
  const [left, right] = [product.split('\n'), limit.split('\n')];
  const lines = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index);
  return lines
    .filter((index) => left[index] !== right[index])
    .map((index) => `product: ${left[index]?.slice(0, 2000)}\nlimit:   ${right[index]?.slice(0, 2000)}`)
    .join('\n');
}
