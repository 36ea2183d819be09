import { expect, test } from 'vitest';
import { explainWrangler } from '../../deploy/cloudflare/api-errors.ts';

test("wrangler's errors are translated like the API's own", () => {
  const printed = (path: string, said: string) => [
    `\u001b[31m✘ [ERROR] A request to the Cloudflare API (${path}) failed.`,
    '',
    `  ${said}`,
  ];
  const put = '/accounts/0/workers/scripts/plid-service-token';
  expect(explainWrangler(printed(put, 'Authentication error [code: 10000]'))).toMatch(
    /Workers Scripts › Edit/,
  );
  expect(explainWrangler(printed(put, 'Too many requests: rate limit [code: 10429]'))).toMatch(/Wait five/);
  expect(explainWrangler(printed(`${put}/domains/records`, 'in use [code: 100117]'))).toMatch(
    /already has a DNS record/,
  );
  expect(explainWrangler(printed(`${put}/routes`, 'taken [code: 10020]'))).toMatch(
    /Another worker has a route/,
  );
  expect(explainWrangler(printed(put, 'Received a malformed response [code: 0]'))).toMatch(
    /^Cloudflare is temporarily unavailable/,
  );
  expect(explainWrangler(['✘ [ERROR] Could not read file: index.js'])).toBe(
    'wrangler stopped: Could not read file: index.js',
  );
});
