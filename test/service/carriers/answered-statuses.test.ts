import { afterEach, expect, test, vi } from 'vitest';
import { postToCarrier } from '../../../workers/service/carriers/post-to-carrier.ts';

afterEach(() => vi.unstubAllGlobals());

const line = { address: 'https://carrier.example', token: 'token', certificate: undefined };

/** What a call makes of a status, without its number, and how often the carrier was called. */
async function resultOf(status: number): Promise<string> {
  let calls = 0;
  vi.stubGlobal('fetch', async () => {
    calls += 1;
    return new Response(null, { status });
  });
  const fault = await postToCarrier(line, 'start', {}).catch((failure: Error) => failure.message);
  return `${String(fault).replace(String(status), '…')}, ${calls === 1 ? 'once' : `${calls} times`}`;
}

test('each status of a carrier has its fault, and only a temporary one is asked again', async () => {
  const ranges: string[] = [];
  let last = '';
  for (let status = 200; status < 600; status += 1) {
    const result = await resultOf(status);
    if (result !== last) ranges.push(`${status}: ${result}`);
    last = result;
  }
  expect(ranges).toEqual([
    '200: returns a content type other than application/json, once',
    '201: answers …, once',
    '300: returns a redirect (…), which is not followed, once',
    '400: answers …, once',
    '401: rejects the credentials (…), once',
    '402: answers …, once',
    '403: rejects the credentials (…), once',
    '404: does not offer start (…), once',
    '405: answers …, once',
    '408: answers …, 2 times',
    '409: answers …, once',
    '429: answers …, 2 times',
    '430: answers …, once',
    '500: answers …, 2 times',
    '501: does not offer start (…), once',
    '502: answers …, 2 times',
  ]);
});
