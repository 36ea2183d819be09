import { equalSecrets } from '../../workers/core/crypto/bytes.ts';
import { readRequestText } from '../../workers/core/protocol/request-text.ts';
import type { BarocertCall } from './vendor-call.ts';
import { digestOf, signLines } from './vendor-crypto.ts';
import { BarocertError } from './vendor-errors.ts';
import { barocertPath } from './vendor-path.ts';

/** Maximum difference between the time in a request and the vendor's clock, in seconds. */
const maxDifference = 300;

/** Maximum length of a body, in bytes. */
const maxBodyLength = 64 * 1024;

/** Returns the path that the caller signs, as at the vendor's own address. */
const signedPath = ({ url }: BarocertCall): string => url.pathname.slice(barocertPath.length);

/** Reads the body of a request, which is signed as text. @throws {BarocertError} `invalid_body` if it is too long. */
async function readSignedBody({ request }: BarocertCall): Promise<string> {
  const body = await readRequestText(request, maxBodyLength);
  if (body === undefined) throw new BarocertError('invalid_body');
  return body;
}

/**
 * Reads the body of a token request and verifies its signature. @throws {BarocertError} `wrong_time`,
 * `unknown_account`, or `wrong_signature`.
 */
export async function readTokenRequest(call: BarocertCall): Promise<string> {
  const { request, env } = call;
  const body = await readSignedBody(call);
  const date = readDate(call, 'x-lh-date');
  const [, linkId = '', signature = ''] =
    /^LINKHUB (\S+) (\S+)$/.exec(request.headers.get('Authorization') ?? '') ?? [];
  if (linkId !== env.BAROCERT_LINK_ID) throw new BarocertError('unknown_account');
  const version = request.headers.get('x-lh-version') ?? '';
  const forwarded = request.headers.get('x-lh-forwarded');
  const lines = [
    ...['POST', await digestOf(body), date],
    ...(forwarded === null ? [] : [forwarded]),
    ...[version, signedPath(call)],
  ];
  await requireSignature(call, signature, lines);
  return body;
}

/**
 * Reads the body of a call to the API and verifies its signature. @throws {BarocertError} `wrong_time`,
 * `wrong_signature`, or `invalid_body`.
 */
export async function readApiRequest(call: BarocertCall): Promise<string> {
  const { headers } = call.request;
  const body = await readSignedBody(call);
  const date = readDate(call, 'x-bc-date');
  const lines = ['POST', await digestOf(body), date, signedPath(call), ''];
  await requireSignature(call, headers.get('x-bc-auth') ?? '', lines);
  if (headers.get('x-bc-version') !== '2.1' || headers.get('x-bc-encryptionmode') !== 'GCM')
    throw new BarocertError('invalid_body');
  return body;
}

/** @throws {BarocertError} `wrong_time` if the header is missing or far from the vendor's time. */
function readDate({ request, vendorNow }: BarocertCall, name: string): string {
  const date = request.headers.get(name) ?? '';
  const difference = Math.abs(Date.parse(date) / 1000 - vendorNow);
  if (!(difference <= maxDifference)) throw new BarocertError('wrong_time');
  return date;
}

async function requireSignature(
  { env }: BarocertCall,
  signature: string,
  lines: readonly string[],
): Promise<void> {
  const expected = await signLines(env.BAROCERT_SECRET_KEY, lines);
  if (!(await equalSecrets(signature, expected))) throw new BarocertError('wrong_signature');
}
