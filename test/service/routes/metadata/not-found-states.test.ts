import { expect, test } from 'vitest';
import type { Language } from '../../../../workers/core/http/language.ts';
import { ProtocolError } from '../../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../../workers/core/protocol/refusals.ts';
import { endingStyle } from '../../../../workers/pages/ending-style.ts';
import { style } from '../../../../workers/pages/style.ts';
import { notFoundPage } from '../../../../workers/service/routes/metadata/not-found-page.tsx';
import { describeStates, type RenderPage } from '../../../support/assertions/page-states.ts';
import { operator } from '../../support/page-views.ts';

const shown = (language: Language, address: string, refusal: typeof refusals.not_found, accept: string) => {
  const url = new URL(address);
  const request = new Request(url, { headers: { Accept: accept } });
  const context = { request, url, language, requestId: 'request-1', env: operator };
  return notFoundPage(new ProtocolError(refusal), context as unknown as Parameters<typeof notFoundPage>[1]);
};
const page =
  (refusal: typeof refusals.not_found, address = 'https://login.example.com/nowhere?a=1'): RenderPage =>
  (language) => {
    const answer = shown(language, address, refusal, 'text/html');
    if (!(answer instanceof Response)) throw new Error('no page');
    return answer;
  };

const states: Record<string, RenderPage> = {
  'an unknown path': page(refusals.not_found),
  'an outage': page(refusals.unavailable),
  'a wrong setting': page(refusals.settings),
  'plain http': page(refusals.insecure_transport, 'http://login.example.com/nowhere?a=1'),
};

test('the pages of unknown paths have these texts and links', async () => {
  await expect(await describeStates(states, { style, endingStyle })).toMatchFileSnapshot(
    'not-found-states.txt',
  );
});

test.each([
  ...['/oauth2', '/oauth2/x', '/v1', '/v1/user/x', '/admin', '/admin/x', '/.well-known/x', '/healthz'].map(
    (path): [string, string, boolean] => [path, 'text/html', false],
  ),
  ...['/oauth', '/v2', '/v1x', '/administrator', '/healthy', '/account/x'].map(
    (path): [string, string, boolean] => [path, 'text/html', true],
  ),
  ['/nowhere', 'application/json', false],
])('%s gets a page for %s: %s', (path, accept, hasPage) => {
  const answer = shown('en', `https://login.example.com${path}`, refusals.not_found, accept);
  expect(answer instanceof Response).toBe(hasPage);
});
